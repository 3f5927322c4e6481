import { combination } from '@columnist/contract';
import { createEngine, type TableRef } from '@columnist/workers';
import { DuckDBInstance } from '@duckdb/node-api';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { median, report } from './bench/report.ts';

/**
 * A million rows joined with a million others by a key in random order, and the rows written as
 * they are kept, against the same join in bare DuckDB written to the same form:
 *   pnpm bench:combine
 */
const folder = mkdtempSync(join(tmpdir(), 'columnist-bench-'));
const rows = 1_000_000;
const limits = { seconds: 3, times: 1.5 };

/** A key that each row has once, in an order that a multiplication modulo the rows makes. */
async function write(path: string, factor: number, lines: (i: number, key: number) => string) {
  const file = createWriteStream(path);
  for (let start = 0; start < rows; start += 10_000) {
    const part = Array.from({ length: 10_000 }, (_, at) => {
      const i = start + at;
      return lines(i, (i * factor) % rows);
    });
    if (!file.write(`${start === 0 ? 'id,text,value\n' : ''}${part.join('\n')}\n`))
      await once(file, 'drain');
  }
  file.end();
  await finished(file);
}

const engine = createEngine({ tempDir: join(folder, 'temp'), workers: 1, timeoutSeconds: 600 });
try {
  const tables: { name: string; table: TableRef }[] = [];
  for (const [name, factor] of [
    ['left', 7919],
    ['right', 104_729],
  ] as const) {
    const [source, parquet] = [join(folder, `${name}.csv`), join(folder, `${name}.parquet`)];
    await write(source, factor, (i, key) => `${key},n${i % 977},${i % 1000}.5`);
    const { rowCount, columns } = await engine.admit({ source, parquet });
    tables.push({ name, table: { parquet, datasetId: null, version: null, rowCount, columns } });
  }
  const asked = combination.parse({
    kind: 'join',
    left: 'left',
    right: 'right',
    keys: [{ left: 'id', right: 'id' }],
  });
  const [l, r] = tables.map(({ table }) => `read_parquet('${table.parquet}')`);
  const times: Record<'ours' | 'bare' | 'preview', number[]> = { ours: [], bare: [], preview: [] };
  const timed = async (which: keyof typeof times, work: () => Promise<unknown>): Promise<void> => {
    const begin = performance.now();
    await work();
    times[which].push(performance.now() - begin);
  };
  for (let round = 0; round < 6; round++) {
    await timed('ours', () => engine.exportCombination(asked, tables, join(folder, 'ours.csv')));
    await timed('preview', () => engine.previewCombination(asked, tables));
    await timed('bare', async () => {
      const instance = await DuckDBInstance.create(':memory:');
      const connection = await instance.connect();
      await connection.run(
        `copy (select l.*, r.c2 as d2, r.c3 as d3 from ${l} l left join ${r} r using (c1)) ` +
          `to '${join(folder, 'bare.csv')}' (format csv)`,
      );
      connection.closeSync();
      instance.closeSync();
    });
  }
  // The first round warms both.
  const [ours, bare, preview] = [times.ours, times.bare, times.preview].map((all) =>
    median(all.slice(1)),
  );
  if (ours === undefined || bare === undefined || preview === undefined)
    throw new Error('All were timed.');
  report('combine', [
    {
      measure: 'Left join of a million rows with a million, counted and written in order',
      reached: `${(ours / 1000).toFixed(2)} s`,
      limit: `≤ ${limits.seconds} s`,
      holds: ours / 1000 <= limits.seconds,
    },
    {
      measure: 'The same against bare DuckDB, which writes the rows in any order',
      reached: `${(ours / bare).toFixed(2)} (${ours.toFixed(0)} / ${bare.toFixed(0)} ms)`,
      limit: `≤ ${limits.times}`,
      holds: ours / bare <= limits.times,
    },
    {
      measure: 'Preview of that join: keys suggested, matches counted, the first rows',
      reached: `${(preview / 1000).toFixed(2)} s`,
      limit: `≤ ${limits.seconds} s`,
      holds: preview / 1000 <= limits.seconds,
    },
  ]);
} finally {
  await engine.close();
  rmSync(folder, { recursive: true });
}
