import { IsolationLevel } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { ServiceContext } from '../context.ts';
import { secretChecks } from './check-secret.ts';
import {
  listMigrations,
  listTables,
  manifestFile,
  measureFile,
  objectFile,
  tableFile,
  type Manifest,
} from './manifest.ts';

const rowsAtOnce = 500;
const lines = z.array(z.object({ line: z.string() }));
const versions = z.array(z.object({ dataset: z.uuid(), keys: z.array(z.string()) }));

type BackupContext = Pick<ServiceContext, 'em' | 'ports' | 'clock' | 'secrets'>;

/**
 * Writes everything into an empty folder: the tables as they are at one moment, and the files of
 * the datasets in them, while
 * the server may go on serving. Throws where the folder is not empty, or a file of a dataset that
 * is still there is missing.
 */
export async function backUp(
  { em, ports, clock, secrets }: BackupContext,
  folder: string,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
  const created = clock.now();
  const snapshot = await em.transactional(
    async (within) => {
      const tables: Manifest['tables'] = {};
      for (const table of await listTables(within))
        tables[table] = await writeRows(within, table, tableFile(folder, table));
      const found = versions.parse(
        await within.execute(
          'select dataset_id as dataset, array_remove(array[original_key, parquet_key, ' +
            'repairs_key, profile_key], null) as keys from dataset_version v join dataset d on ' +
            "d.id = v.dataset_id where d.status <> 'pending'",
        ),
      );
      return { schema: await listMigrations(within), tables, found };
    },
    { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
  );
  const objects: Manifest['objects'] = {};
  const missing = new Map<string, string>();
  for (const { dataset, keys } of snapshot.found) {
    for (const key of keys) {
      const copy = objectFile(folder, key);
      await mkdir(dirname(copy), { recursive: true });
      const copied = await ports.objects.copyTo(key, copy);
      if (copied) objects[key] = await measureFile(copy);
      else missing.set(dataset, key);
    }
  }
  const gone = [...missing.keys()];
  const kept =
    gone.length === 0
      ? []
      : z
          .array(z.object({ id: z.uuid() }))
          .parse(await em.fork().execute('select id from dataset where id in (?)', [gone]));
  const [lost] = kept;
  if (lost !== undefined)
    throw new Error(`The store has no ${missing.get(lost.id)}, which a dataset needs.`);
  const written: Manifest = {
    product: 'columnist',
    created_at: created.toISOString(),
    schema: snapshot.schema,
    secret_check: secretChecks(secrets)[0],
    tables: snapshot.tables,
    objects,
    gone,
  };
  await writeFile(manifestFile(folder), `${JSON.stringify(written, null, 2)}\n`, { mode: 0o600 });
  return written;
}

/**
 * The table's rows as lines of JSON, as the database writes and reads them: nothing is lost on the
 * way through JavaScript.
 */
async function writeRows(
  em: EntityManager,
  table: string,
  path: string,
): Promise<Manifest['tables'][string]> {
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash('sha256');
  let rows = 0;
  async function* read(): AsyncGenerator<string> {
    for (;;) {
      const some = lines.parse(await em.execute(`fetch ${rowsAtOnce} from backup`));
      if (some.length === 0) return;
      rows += some.length;
      const text = some.map(({ line }) => `${line}\n`).join('');
      hash.update(text);
      yield text;
    }
  }
  await em.execute(
    `declare backup no scroll cursor for select row_to_json(t)::text as line from "${table}" t`,
  );
  await pipeline(Readable.from(read()), createWriteStream(path, { mode: 0o600 }));
  await em.execute('close backup');
  return { rows, sha256: hash.digest('hex') };
}
