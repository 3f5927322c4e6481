import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { temporaryFiles } from './admission/temporary-files.ts';
import type { DescribeInput, Engine, EngineOptions } from './engine.ts';
import { results } from './worker/jobs.ts';
import { WorkerPool } from './worker/worker-pool.ts';

/** The usual definitions where none are named. */
const shaped = ({ quantile_type = 7, moments_type = 2, trim = 0.1, proportion_interval = 'wilson', ...rest }: DescribeInput) => ({ ...rest, quantile_type, moments_type, trim, proportion_interval });

/** The engine on this machine: a pool of killable worker processes. */
export function createEngine({ workers, memoryMb = 4096, timeoutSeconds = 120, tempDir }: EngineOptions): Engine {
  mkdirSync(tempDir, { recursive: true });
  for (const name of readdirSync(tempDir)) rmSync(join(tempDir, name), { recursive: true, force: true });
  const pool = new WorkerPool(workers ?? Math.max(2, availableParallelism()), { memoryMb, timeoutSeconds });
  /** Of all who ask at the same time. */
  let asked: Promise<boolean> | null = null;
  const ping = (): Promise<boolean> => (asked ??= pool.run({ kind: 'ping' }, results.ping, { user: 'ping' }).then((answer) => answer === 'pong').finally(() => (asked = null)));
  /** A killed worker cannot tidy up after itself. */
  const withScratch = async <Result>(work: (scratch: string) => Promise<Result>): Promise<Result> => {
    const scratch = join(tempDir, randomUUID());
    const parquet = `${scratch}.parquet`;
    try {
      return await work(scratch);
    } finally {
      await remove([`${scratch}.csv`, parquet, ...Object.values(temporaryFiles(parquet))]);
    }
  };
  return {
    admit: async ({ source, parquet, reading, repairs, profile }, options) => {
      try {
        return await pool.run({ kind: 'admit', source, parquet, reading, repairs, profile }, results.admit, options);
      } catch (error) {
        await remove([parquet, ...[repairs, profile].filter((path) => path !== undefined), ...Object.values(temporaryFiles(parquet))]);
        throw error;
      }
    },
    preview: (source, reading, options) => withScratch((scratch) => pool.run({ kind: 'preview', source, scratch, reading }, results.preview, options)),
    combine: ({ parts, to, above = { decimalMark: null, delimiter: ',', texts: [] } }, options) => withScratch((scratch) => pool.run({ kind: 'combine', parts: [...parts], above, to, scratch }, results.combine, options)),
    describe: (table, input, options) => pool.run({ kind: 'describe', table, input: shaped(input) }, results.describe, options),
    describeFile: (source, input, options) => withScratch((scratch) => pool.run({ kind: 'describeFile', source, scratch, input: shaped(input) }, results.describeFile, options)),
    describeValues: (data, input, options) => withScratch((scratch) => pool.run({ kind: 'describeValues', data, scratch, input: shaped(input) }, results.describeValues, options)),
    rows: (table, input, options) => pool.run({ kind: 'rows', table, input }, results.rows, options),
    exportRows: (table, input, to, options) => pool.run({ kind: 'exportRows', table, input, to }, results.exportRows, options),
    exportParquet: (table, input, to, options) => pool.run({ kind: 'exportParquet', table, input, to }, results.exportParquet, options),
    frequencies: (table, input, options) => pool.run({ kind: 'frequencies', table, input }, results.frequencies, options),
    aggregate: (table, input, options) => pool.run({ kind: 'aggregate', table, input: { ...input, group_by: [...input.group_by], aggregates: [...input.aggregates] } }, results.aggregate, options),
    markRows: (table, input, options) => pool.run({ kind: 'markRows', table, input: { conditions: [...input.conditions], present: [...input.present], by: [...input.by] } }, results.markRows, options),
    measureLeverage: (table, input, options) => pool.run({ kind: 'measureLeverage', table, input: { kindOfRow: input.kindOfRow, blocks: input.blocks.map(({ kinds, columns }) => ({ kinds: [...kinds], columns: [...columns] })) } }, results.measureLeverage, options),
    alignRows: (tables, input, options) => pool.run({ kind: 'alignRows', tables: [...tables], input: { versions: [...input.versions] } }, results.alignRows, options),
    association: (table, input, options) => pool.run({ kind: 'association', table, input }, results.association, options),
    compareGroups: (table, input, options) => pool.run({ kind: 'compareGroups', table, input }, results.compareGroups, options),
    testDistribution: (table, input, options) => pool.run({ kind: 'testDistribution', table, input }, results.testDistribution, options),
    fitRegression: (table, input, options) => pool.run({ kind: 'fitRegression', table, input }, results.fitRegression, options),
    timeSeries: (table, input, options) => pool.run({ kind: 'timeSeries', table, input }, results.timeSeries, options),
    structure: (table, input, options) => pool.run({ kind: 'structure', table, input }, results.structure, options),
    compareDatasets: (table, other, bins, options) => pool.run({ kind: 'compareDatasets', table, other, bins }, results.compareDatasets, options),
    recommendTest: (table, input, options) => pool.run({ kind: 'recommendTest', table, input }, results.recommendTest, options),
    calculatePower: (input, options) => pool.run({ kind: 'calculatePower', input }, results.calculatePower, options),
    explainView: (table, view, options) => pool.run({ kind: 'explainView', table, input: { view } }, results.explainView, options),
    chart: (table, input, options) => pool.run({ kind: 'chart', table, input }, results.chart, options),
    pictures: (table, input, options) => pool.run({ kind: 'pictures', table, input }, results.pictures, options),
    alerts: (table, input, options) => pool.run({ kind: 'alerts', table, input }, results.alerts, options),
    overview: (table, input, options) => pool.run({ kind: 'overview', table, input }, results.overview, options),
    // Under load a question would wait for its turn; workers that are busy are there, and their jobs have a time limit.
    ready: async () => pool.load().busy === pool.load().workers || (await ping()),
    load: () => pool.load(),
    refuseCrowded: (options) => pool.refuseCrowded(options),
    close: () => Promise.resolve(pool.close()),
  };
}

async function remove(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => rm(path, { force: true })));
}
