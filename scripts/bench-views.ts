import { createEngine, type TableRef } from '@columnist/workers';
import { DuckDBInstance } from '@duckdb/node-api';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, report } from './bench/report.ts';

/**
 * The overview of a file of 1.08 million rows after a filter was typed, against one scan of bare
 * DuckDB that counts the same bars:
 *   pnpm bench:views
 */
const folder = mkdtempSync(join(tmpdir(), 'columnist-bench-'));
const [source, parquet] = [join(folder, 'table.csv'), join(folder, 'table.parquet')];
const filter = "score > 50 and region in ('north', 'south')";
const limit = 3;

/** The bars of every picture by the database's own function, and how many values are present. */
function bareScan({ columns }: TableRef): string {
  const counted = columns.flatMap(({ storage, picture }, i) => {
    const field = `c${i + 1}`;
    const edges = (picture?.edges ?? []).map((edge) =>
      typeof edge === 'string' ? `'${edge}'::timestamp` : `${edge}::double`,
    );
    const value =
      picture?.kind === 'text'
        ? `length(${field})`
        : storage === 'DATE' || storage.startsWith('TIMESTAMP')
          ? `${field}::timestamp`
          : edges.length > 0
            ? `${field}::double`
            : field;
    return [
      `count(${field})`,
      edges.length > 0 ? `histogram(${value}, [${edges.join(', ')}])` : `histogram(${value})`,
    ];
  });
  const at = (name: string): string =>
    `c${columns.findIndex((column) => column.name === name) + 1}`;
  return (
    `select count(*), ${counted.join(', ')} from read_parquet('${parquet}') where ` +
    `${at('score')} > 50 and ${at('region')} in ('north', 'south')`
  );
}

const engine = createEngine({ tempDir: join(folder, 'temp'), workers: 1, timeoutSeconds: 600 });
try {
  execFileSync(process.execPath, [join(import.meta.dirname, 'generate-csv.ts'), source, '114']);
  const { rowCount, columns } = await engine.admit({ source, parquet });
  const table: TableRef = { parquet, datasetId: null, version: null, rowCount, columns };
  const times: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
  const timed = async (which: keyof typeof times, work: () => Promise<unknown>): Promise<void> => {
    const begin = performance.now();
    await work();
    times[which].push(performance.now() - begin);
  };
  for (let round = 0; round < 6; round++) {
    await timed('ours', () => engine.pictures(table, { view: { filter } }));
    await timed('bare', async () => {
      const instance = await DuckDBInstance.create(':memory:');
      const connection = await instance.connect();
      await connection.runAndReadAll(bareScan(table));
      connection.closeSync();
      instance.closeSync();
    });
  }
  // The first round warms both.
  const [ours, bare] = [median(times.ours.slice(1)), median(times.bare.slice(1))];
  report('views', [
    {
      measure: `Overview of ${rowCount} rows × ${columns.length} after typing a filter, against one bare DuckDB scan`,
      reached: `${(ours / bare).toFixed(2)} (${ours.toFixed(0)} / ${bare.toFixed(0)} ms)`,
      limit: `≤ ${limit}`,
      holds: ours / bare <= limit,
    },
  ]);
} finally {
  await engine.close();
  rmSync(folder, { recursive: true });
}
