import { spellingMethods } from '@columnist/contract';
import { createEngine, type TableRef } from '@columnist/workers';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, report } from './bench/report.ts';

/**
 * Clusters of spellings among 100,000 different names, by every method, and of rows with these names:
 *   pnpm bench:spellings
 */
const folder = mkdtempSync(join(tmpdir(), 'columnist-bench-'));
const names = 100_000;
const seconds = 5;

/** Names of syllables by chance, a tenth of them with a letter changed, each with a town and a year. */
function writeNames(path: string): void {
  let state = 7;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
  const syllables =
    'an bel cor dra el fin gar hu is jo kel lor mi nar ost per qui ras sel tor um vey'.split(' ');
  const word = (): string =>
    Array.from({ length: 2 + random(2) }, () => syllables[random(syllables.length)] ?? '').join('');
  const found = new Set<string>();
  const kept: string[] = [];
  while (found.size < names) {
    const old = random(10) === 0 ? kept[random(kept.length)] : undefined;
    const at = old === undefined ? 0 : random(old.length);
    const name =
      old === undefined ? `${word()} ${word()}` : `${old.slice(0, at)}x${old.slice(at + 1)}`;
    if (found.has(name)) continue;
    found.add(name);
    kept.push(name);
  }
  const rows = kept.map((name, i) => `${i + 1},${name},town ${i % 97},${1950 + (i % 7)}`);
  writeFileSync(path, `id,name,town,year\n${rows.join('\n')}\n`);
}

const engine = createEngine({ tempDir: join(folder, 'temp'), workers: 1, timeoutSeconds: 600 });
try {
  const [source, parquet] = [join(folder, 'names.csv'), join(folder, 'names.parquet')];
  writeNames(source);
  const { rowCount, columns } = await engine.admit({ source, parquet });
  const table: TableRef = { parquet, datasetId: null, version: null, rowCount, columns };
  const rows = [];
  for (const method of spellingMethods) {
    const times: number[] = [];
    let found = 0;
    for (let round = 0; round < 4; round++) {
      const begin = performance.now();
      const { spellings } = await engine.frequencies(table, {
        column: 'name',
        order: 'count',
        limit: 100,
        spellings: method,
      });
      times.push(performance.now() - begin);
      found = spellings?.found ?? 0;
    }
    const middle = median(times.slice(1)) / 1000;
    rows.push({
      measure: `Spellings among ${names.toLocaleString('en')} names by ${method}`,
      reached: `${middle.toFixed(2)} s (${found.toLocaleString('en')} clusters)`,
      limit: `≤ ${seconds} s`,
      holds: middle <= seconds,
    });
  }
  const times: number[] = [];
  let clusters = 0;
  for (let round = 0; round < 4; round++) {
    const begin = performance.now();
    ({ found: clusters } = await engine.duplicates(table, {
      columns: ['name'],
      method: 'near',
      edits: 2,
      limit: 50,
    }));
    times.push(performance.now() - begin);
  }
  const middle = median(times.slice(1)) / 1000;
  rows.push({
    measure: `Near duplicates among ${names.toLocaleString('en')} rows`,
    reached: `${middle.toFixed(2)} s (${clusters.toLocaleString('en')} clusters)`,
    limit: `≤ ${seconds} s`,
    holds: middle <= seconds,
  });
  report('spellings', rows);
} finally {
  await engine.close();
  rmSync(folder, { recursive: true });
}
