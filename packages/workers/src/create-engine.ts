import { SentValues } from '@columnist/contract';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { whatMayBeLeft } from '@columnist/tables/admission/temporary-files';
import type { Engine, EngineOptions } from './engine.ts';
import type { WrittenAnswers } from './written-answers.ts';
import type { Values } from './values.ts';
import type { JobOptions } from './job-options.ts';
import type { JobRunner } from './job-runner.ts';
import { makeJob, type SentFile } from './jobs/make-job.ts';
import { createPool } from './pool/create-pool.ts';

/** The engine on this machine: a pool of killable worker processes. */
export const createEngine = (options: EngineOptions): Engine =>
  engineOn(createPool(options), options.tempDir);

/** The engine whose jobs this runner does; `tempDir` is for files that are sent along. */
export function engineOn(pool: JobRunner, tempDir: string): Engine {
  /** A killed worker cannot tidy up after itself. */
  const withScratch = async <Result>(
    work: (scratch: string) => Promise<Result>,
  ): Promise<Result> => {
    const scratch = join(tempDir, randomUUID());
    const parquet = `${scratch}.parquet`;
    try {
      return await work(scratch);
    } finally {
      await remove([`${scratch}.csv`, `${scratch}.json`, parquet, ...whatMayBeLeft(parquet)]);
    }
  };
  /** Values go to the worker as a file: they may be megabytes. */
  const withValues = <Result>(
    data: Values,
    work: (scratch: string, sent: SentFile) => Promise<Result>,
    options: JobOptions = {},
  ): Promise<Result> =>
    withScratch(async (scratch) => {
      pool.refuseCrowded(options);
      if (data instanceof SentValues) return work(scratch, data);
      const source = `${scratch}.json`;
      await writeFile(source, JSON.stringify(data));
      const cells = Object.values(data).reduce((sum, values) => sum + values.length, 0);
      return work(scratch, { source, cells });
    });
  const written: WrittenAnswers = {
    describe: (table, input, profile, options) =>
      pool.write(makeJob.describe(table, input, profile), options),
    describeFile: (source, input, options) =>
      withScratch((scratch) => pool.write(makeJob.describeFile(source, input, scratch), options)),
    describeValues: (data, input, options) =>
      withValues(
        data,
        (scratch, sent) => pool.write(makeJob.describeValues(sent, input, scratch), options),
        options,
      ),
    rows: (table, input, options) => pool.write(makeJob.rows(table, input), options),
    frequencies: (table, input, options) => pool.write(makeJob.frequencies(table, input), options),
    duplicates: (table, input, options) => pool.write(makeJob.duplicates(table, input), options),
    aggregate: (table, input, options) => pool.write(makeJob.aggregate(table, input), options),
    correlations: (table, input, options) =>
      pool.write({ kind: 'association', table, input }, options),
    rowChanges: (table, other, input, options) =>
      pool.write(makeJob.rowChanges(table, other, input), options),
    compareDatasets: (table, other, bins, options) =>
      pool.write(makeJob.compareDatasets(table, other, bins), options),
    pictures: (table, input, options) => pool.write(makeJob.pictures(table, input), options),
    overview: (table, input, options) => pool.write(makeJob.overview(table, input), options),
  };
  return {
    written,
    admit: async (file, options) => {
      try {
        return await pool.run({ kind: 'admit', ...file }, options);
      } catch (error) {
        const { parquet, repairs, profile } = file;
        await remove([
          parquet,
          ...[repairs, profile].filter((path) => path !== undefined),
          ...whatMayBeLeft(parquet),
        ]);
        throw error;
      }
    },
    contents: (file, options) =>
      withScratch((scratch) => pool.run({ kind: 'contents', ...file, scratch }, options)),
    preview: (source, reading, options) =>
      withScratch((scratch) => pool.run({ kind: 'preview', source, scratch, reading }, options)),
    combine: (
      { parts, to, repairs, above = { decimalMark: null, delimiter: ',', texts: [] } },
      options,
    ) =>
      withScratch((scratch) =>
        pool.run({ kind: 'combine', parts: [...parts], above, to, repairs, scratch }, options),
      ),
    appendFile: (input, options) =>
      withScratch((scratch) => pool.run({ kind: 'appendFile', ...input, scratch }, options)),
    describe: (table, input, options) => pool.run(makeJob.describe(table, input, null), options),
    describeFile: (source, input, options) =>
      withScratch((scratch) => pool.run(makeJob.describeFile(source, input, scratch), options)),
    describeValues: (data, input, options) =>
      withValues(
        data,
        (scratch, sent) => pool.run(makeJob.describeValues(sent, input, scratch), options),
        options,
      ),
    rows: (table, input, options) => pool.run(makeJob.rows(table, input), options),
    exportRows: (table, input, to, options) =>
      pool.run({ kind: 'exportRows', table, input, to }, options),
    exportFile: (table, input, to, options) =>
      pool.run({ kind: 'exportFile', table, input, to }, options),
    exportParquet: (table, input, to, options) =>
      pool.run({ kind: 'exportParquet', table, input, to }, options),
    frequencies: (table, input, options) => pool.run(makeJob.frequencies(table, input), options),
    duplicates: (table, input, options) => pool.run(makeJob.duplicates(table, input), options),
    aggregate: (table, input, options) => pool.run(makeJob.aggregate(table, input), options),
    markRows: (table, input, options) =>
      pool.run(
        {
          kind: 'markRows',
          table,
          input: {
            conditions: [...input.conditions],
            present: [...input.present],
            by: [...input.by],
            sorted: input.sorted.map(({ column, values }) => ({ column, values: [...values] })),
            rare: [...input.rare],
            others: [...input.others],
          },
        },
        options,
      ),
    measureCells: (table, { columns, limits }, options) =>
      pool.run({ kind: 'measureCells', table, input: { columns: [...columns], limits } }, options),
    sketchColumns: (table, options) =>
      pool.run({ kind: 'sketchColumns', table, input: {} }, options),
    measureLeverage: (table, input, options) =>
      pool.run(
        {
          kind: 'measureLeverage',
          table,
          input: {
            kindOfRow: input.kindOfRow,
            blocks: input.blocks.map(({ kinds, columns }) => ({
              kinds: [...kinds],
              columns: [...columns],
            })),
          },
        },
        options,
      ),
    alignRows: (tables, input, options) =>
      pool.run(
        {
          kind: 'alignRows',
          tables: [...tables],
          input: {
            versions: [...input.versions],
            shared: input.shared.map((columns) => [...columns]),
          },
        },
        options,
      ),
    association: (table, input, options) =>
      pool.run({ kind: 'association', table, input }, options),
    compareGroups: (table, input, options) =>
      pool.run({ kind: 'compareGroups', table, input }, options),
    testDistribution: (table, input, options) =>
      pool.run({ kind: 'testDistribution', table, input }, options),
    fitRegression: (table, input, options) =>
      pool.run({ kind: 'fitRegression', table, input }, options),
    timeSeries: (table, input, options) => pool.run({ kind: 'timeSeries', table, input }, options),
    structure: (table, input, options) => pool.run({ kind: 'structure', table, input }, options),
    rowChanges: (table, other, input, options) =>
      pool.run(makeJob.rowChanges(table, other, input), options),
    compareDatasets: (table, other, bins, options) =>
      pool.run(makeJob.compareDatasets(table, other, bins), options),
    readSql: (sql, options) => pool.run({ kind: 'readSql', sql }, options),
    runSql: (input, tables, options) =>
      pool.run({ kind: 'runSql', input: { ...input }, tables: [...tables] }, options),
    exportSql: (sql, tables, to, options) =>
      pool.run({ kind: 'exportSql', sql, tables: [...tables], to }, options),
    exportAnswer: (of, { format, forSpreadsheets }, to, options) =>
      pool.run(
        {
          kind: 'exportAnswer',
          of:
            'sql' in of
              ? { sql: of.sql, tables: [...of.tables] }
              : { columns: [...of.columns], rows: of.rows.map((row) => [...row]) },
          format,
          forSpreadsheets,
          to,
        },
        options,
      ),
    previewCombination: (combination, tables, options) =>
      pool.run({ kind: 'previewCombination', combination, tables: [...tables] }, options),
    exportCombination: (combination, tables, to, options) =>
      pool.run({ kind: 'exportCombination', combination, tables: [...tables], to }, options),
    recommendTest: (table, input, options) =>
      pool.run({ kind: 'recommendTest', table, input }, options),
    calculatePower: (input, options) => pool.run({ kind: 'calculatePower', input }, options),
    explainView: (table, view, options) =>
      pool.run({ kind: 'explainView', table, input: { view } }, options),
    chart: (table, input, options) => pool.run({ kind: 'chart', table, input }, options),
    pictures: (table, input, options) => pool.run(makeJob.pictures(table, input), options),
    alerts: (table, input, options) => pool.run({ kind: 'alerts', table, input }, options),
    overview: (table, input, options) => pool.run(makeJob.overview(table, input), options),
    ready: () => pool.ready(),
    load: () => pool.load(),
    refuseCrowded: (options) => pool.refuseCrowded(options),
    close: () => pool.close(),
  };
}

async function remove(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => rm(path, { force: true, recursive: true })));
}
