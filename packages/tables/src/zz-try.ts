import { openTestEngine } from '@columnist/workers/testing';
import { readFileSync } from 'node:fs';
const test = await openTestEngine({ workers: 1 });
try {
  const [path, table, range] = process.argv.slice(2);
  const part = { ...(table ? { table } : {}), ...(range ? { range } : {}) };
  console.log(await test.engine.contents(path, part).catch((e) => e));
  const r = await test.import(readFileSync(path), path.split('/').at(-1), { part }).catch((e) => e);
  console.log(r.names, r.storages, r.items?.slice(0, 12), r.admitted?.admission.notes, r.admitted?.admission.questions, r.admitted?.admission.source ?? r);
} finally { await test.close(); }
