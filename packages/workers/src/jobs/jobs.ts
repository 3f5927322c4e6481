// One table of all jobs, and so one file.
import {
  admission,
  aggregateOptions,
  aggregation,
  alerts,
  alertThresholds,
  association,
  associationOptions,
  cell,
  chart,
  chartOptions,
  columnEntry,
  columnType,
  combination,
  combinationReport,
  comparisonOptions,
  countedColumn,
  datasetComparison,
  describeOptions,
  description,
  dialect,
  distributionTestOptions,
  duplicates,
  duplicatesOptions,
  rowChanges,
  rowChangesOptions,
  exportFormat,
  fileContents,
  filePart,
  filter,
  frequencies,
  frequenciesOptions,
  overview,
  pictures,
  powerOptions,
  powerResult,
  keptReading,
  reading,
  readingQuestion,
  recommendation,
  recommendOptions,
  regressionOptions,
  rows,
  rowsOptions,
  sqlPage,
  sqlText,
  structureOptions,
  testResult,
  timeSeriesOptions,
  view,
  viewExplanation,
  writtenTable,
} from '@columnist/contract';
import { z } from 'zod';
import {
  askOfTable,
  defineJob,
  fastIfSmall,
  isSmall,
  smallCells,
  table,
  type JobKind,
} from './define-job.ts';
import { readPath, scratchPath, writtenPath } from './files.ts';

const describing = z.object(describeOptions);
const viewing = z.object({ view: view.optional() });
/** Operations bound what an answer of a server may hold; the command line reads for one person. */
const anyLimit = { limit: z.int().min(1) };
/** See AnswerSize. */
const answerSize = { rows: z.int(), held: z.int() };
const namedTables = z.array(z.object({ name: z.string(), table }));
/** How many rows a file has, and what it could not take along. */
const exported = z.object({ rows: z.int(), notes: z.array(z.string()) });
/** Of each column of a file of rows: what it is here. */
const keptColumn = z.object({ name: z.string(), storage: z.string() });
const saidColumn = keptColumn.extend({ said: columnEntry });
const written = z.array(saidColumn.extend({ unkept: z.number() }));
/** Where lines that were changed go, of a file that is put below others. */
const repairsOfParts = z.object({
  earlier: readPath.optional(),
  filename: z.string(),
  to: writtenPath,
});
/** What was found in a file that is put below others. */
const partRead = z.object({
  rows: z.int(),
  notes: admission.shape.notes,
  questions: z.array(readingQuestion),
  repaired: z.int(),
  rejected: z.int(),
});
const exporting = z.object({ columns: rowsOptions.columns, view: rowsOptions.view });

/** What answers by a method. */
async function answering() {
  const [{ answerBy }, { procedures }] = await Promise.all([
    import('@columnist/procedures/define-procedure'),
    import('@columnist/procedures/registry'),
  ]);
  return { answerBy, procedures };
}

/**
 * Every kind of job that workers do. A query of the database is fast at any size: it can be
 * interrupted at once, and one
 * that takes too long is moved to the slow lane.
 */
export const jobs = {
  ping: defineJob({
    fields: {},
    output: z.literal('pong'),
    lane: 'fast',
    load: async () => {
      const { withDatabase } = await import('./job-context.ts');
      return (_job, context) => withDatabase([], context, () => Promise.resolve('pong'));
    },
  }),
  admit: defineJob({
    fields: {
      source: readPath,
      parquet: writtenPath,
      reading: keptReading.optional(),
      filename: z.string().optional(),
      repairs: writtenPath.optional(),
      profile: writtenPath.optional(),
      mostBytes: z.int().optional(),
    },
    output: z.object({
      rowCount: z.int(),
      columns: z.array(countedColumn),
      dialect,
      admission,
      part: filePart.optional(),
    }),
    load: async () => (await import('./admit.ts')).admit,
  }),
  contents: defineJob({
    fields: {
      source: readPath,
      scratch: scratchPath,
      filename: z.string().optional(),
      part: filePart,
    },
    output: fileContents.omit({ current: true }),
    load: async () => (await import('./contents.ts')).contents,
  }),
  preview: defineJob({
    fields: { source: readPath, scratch: scratchPath, reading },
    output: z.object({
      lines: z.array(z.string()),
      firstLine: z.int(),
      rows: z.array(z.array(z.string())),
      names: z.array(z.string()).exactOptional(),
    }),
    lane: 'fast',
    load: async () => (await import('./preview.ts')).preview,
  }),
  combine: defineJob({
    fields: {
      parts: z.array(z.object({ source: readPath, reading: reading.optional() })),
      above: z.object({
        decimalMark: z.enum(['.', ',', 'both']).nullable(),
        delimiter: z.string(),
        texts: z.array(z.string()).readonly(),
      }),
      to: writtenPath,
      repairs: repairsOfParts,
      scratch: scratchPath,
    },
    output: z.object({
      parts: z.array(partRead),
      hasRepairs: z.boolean(),
      decimal_mark: z.enum(['.', ',']).nullable(),
      delimiter: z.enum([',', ';']),
      notes: admission.shape.notes,
    }),
    load: async () => (await import('./preview.ts')).combine,
  }),
  appendFile: defineJob({
    fields: {
      above: table,
      source: readPath,
      reading: keptReading.optional(),
      filename: z.string(),
      mostBytes: z.int().optional(),
      to: writtenPath,
      repairs: repairsOfParts,
      scratch: scratchPath,
    },
    output: z.object({
      columns: writtenTable.shape.columns,
      below: partRead,
      notes: admission.shape.notes,
      hasRepairs: z.boolean(),
    }),
    load: async () => (await import('./append-file.ts')).appendFile,
  }),
  describe: defineJob({
    fields: { table, input: describing, profile: readPath.optional() },
    output: description,
    lane: (job) => (job.profile !== undefined || isSmall(job) ? 'fast' : 'slow'),
    load: async () => (await import('./describe.ts')).describe,
  }),
  describeFile: defineJob({
    fields: { source: readPath, scratch: scratchPath, input: describing },
    output: description,
    load: async () => (await import('./describe-scratch.ts')).describeFile,
  }),
  describeValues: defineJob({
    fields: { source: readPath, cells: z.int(), scratch: scratchPath, input: describing },
    output: description,
    lane: ({ cells = Infinity }) => (cells <= smallCells ? 'fast' : 'slow'),
    load: async () => (await import('./describe-scratch.ts')).describeValues,
  }),
  rows: askOfTable({
    input: z.object(rowsOptions).omit({ cursor: true }).extend(anyLimit),
    output: rows.extend({ dataset_id: z.string() }).omit({ next_cursor: true }),
    lane: 'fast',
    load: async () => (await import('@columnist/tables/queries/read-rows')).readRows,
  }),
  exportRows: defineJob({
    fields: { table, input: exporting.extend({ forSpreadsheets: z.boolean() }), to: writtenPath },
    output: exported.extend({ columns: written }),
    load: async () => {
      const [{ withTable }, { exportRows }] = await Promise.all([
        import('./job-context.ts'),
        import('@columnist/tables/exports/export-rows'),
      ]);
      return (job, context) =>
        withTable(job.table.parquet, context, (connection) =>
          exportRows(connection, job.table, job.input, job.to),
        );
    },
  }),
  exportFile: defineJob({
    fields: {
      table,
      input: exporting.extend({
        forSpreadsheets: z.boolean(),
        format: exportFormat.exclude(['csv', 'parquet']),
      }),
      to: writtenPath,
    },
    output: exported,
    load: async () => {
      const [{ withTable }, { exportFile }] = await Promise.all([
        import('./job-context.ts'),
        import('@columnist/tables/exports/export-file'),
      ]);
      return (job, context) =>
        withTable(job.table.parquet, context, (connection) =>
          exportFile(connection, job.table, job.input, job.to),
        );
    },
  }),
  exportParquet: defineJob({
    fields: { table, input: exporting, to: writtenPath },
    output: exported,
    load: async () => {
      const [{ withDatabase }, { exportParquet }] = await Promise.all([
        import('./job-context.ts'),
        import('@columnist/tables/exports/export-parquet'),
      ]);
      return (job, context) =>
        withDatabase([job.table.parquet, job.to], context, (connection) =>
          exportParquet(connection, job.table, job.input, job.to),
        );
    },
  }),
  frequencies: askOfTable({
    input: z.object(frequenciesOptions).extend(anyLimit),
    output: frequencies,
    lane: 'fast',
    load: async () =>
      (await import('@columnist/tables/queries/count-frequencies')).countFrequencies,
  }),
  duplicates: askOfTable({
    input: z.object(duplicatesOptions).extend(anyLimit),
    output: duplicates,
    lane: fastIfSmall,
    load: async () => (await import('@columnist/tables/duplicates/find-duplicates')).findDuplicates,
  }),
  aggregate: askOfTable({
    input: z.object(aggregateOptions).extend(anyLimit),
    output: aggregation,
    lane: 'fast',
    load: async () => (await import('@columnist/tables/queries/aggregate-groups')).aggregateGroups,
  }),
  markRows: askOfTable({
    input: z.object({
      conditions: z.array(filter),
      present: z.array(z.string()),
      by: aggregateOptions.group_by,
      sorted: z.array(
        z.object({ column: z.string(), values: z.array(z.union([z.string(), z.number()])) }),
      ),
      rare: z.array(z.string()),
      others: z.array(z.string()),
    }),
    output: z.object({
      kindOfRow: z.base64(),
      kinds: z.array(
        z.object({
          conditions: z.array(z.boolean()),
          present: z.array(z.boolean()),
          group: z.int(),
          keys: z.array(z.int()),
          values: z.array(z.int()),
          rare: z.array(z.boolean()),
          others: z.array(z.boolean()),
        }),
      ),
    }),
    lane: 'fast',
    load: async () => (await import('@columnist/tables/queries/mark-rows')).markRows,
  }),
  measureCells: askOfTable({
    input: z.object({ columns: z.array(z.string()), limits: z.boolean() }),
    output: z.object({
      columns: z.array(
        z.object({
          name: z.string(),
          values: z.array(z.union([z.string(), z.number()])),
          mostFrequent: z.number(),
          hasRare: z.boolean(),
          rare: z.number(),
          limits: z
            .object({
              low: z.number().nullable(),
              high: z.number().nullable(),
              cuts: z.array(z.number()),
            })
            .nullable(),
        }),
      ),
    }),
    lane: fastIfSmall,
    load: async () => (await import('@columnist/tables/queries/measure-cells')).measureCells,
  }),
  sketchColumns: askOfTable({
    input: z.object({}),
    output: z.object({
      columns: z.array(
        z.object({ name: z.string(), hashes: z.array(z.number()), isWhole: z.boolean() }),
      ),
    }),
    lane: fastIfSmall,
    load: async () => (await import('@columnist/tables/queries/sketch-columns')).sketchColumns,
  }),
  measureLeverage: askOfTable({
    input: z.object({
      kindOfRow: z.base64(),
      blocks: z.array(z.object({ kinds: z.array(z.int()), columns: z.array(z.string()) })),
    }),
    output: z.object({ leverage: z.number() }),
    lane: 'fast',
    load: async () => (await import('@columnist/tables/queries/measure-leverage')).measureLeverage,
  }),
  alignRows: defineJob({
    fields: {
      tables: z.array(table),
      input: z.object({
        versions: z.array(z.int()),
        shared: z.array(z.array(z.object({ first: z.string(), other: z.string() }))),
      }),
    },
    output: z.object({ rows: z.array(z.base64()), persons: z.array(z.base64()) }),
    lane: 'fast',
    load: async () => {
      const [{ withDatabase }, { alignRows }] = await Promise.all([
        import('./job-context.ts'),
        import('@columnist/tables/queries/align-rows'),
      ]);
      return (job, context) =>
        withDatabase(
          job.tables.map(({ parquet }) => parquet),
          context,
          (connection) => alignRows(connection, job.tables, job.input),
        );
    },
  }),
  association: askOfTable({
    input: associationOptions,
    output: association,
    load: async () => {
      const { answerBy, procedures } = await answering();
      return (connection, of, input) => answerBy(procedures.association, connection, of, input);
    },
  }),
  compareGroups: askOfTable({
    input: comparisonOptions,
    output: testResult,
    load: async () => {
      const { answerBy, procedures } = await answering();
      return (connection, of, input) => answerBy(procedures.compareGroups, connection, of, input);
    },
  }),
  testDistribution: askOfTable({
    input: distributionTestOptions,
    output: testResult,
    load: async () => {
      const { answerBy, procedures } = await answering();
      return (connection, of, input) =>
        answerBy(procedures.testDistribution, connection, of, input);
    },
  }),
  fitRegression: askOfTable({
    input: regressionOptions,
    output: testResult,
    load: async () => {
      const { answerBy, procedures } = await answering();
      return (connection, of, input) => answerBy(procedures.fitRegression, connection, of, input);
    },
  }),
  timeSeries: askOfTable({
    input: timeSeriesOptions,
    output: testResult,
    load: async () => {
      const { answerBy, procedures } = await answering();
      return (connection, of, input) => answerBy(procedures.timeSeries, connection, of, input);
    },
  }),
  structure: askOfTable({
    input: structureOptions,
    output: testResult,
    load: async () => {
      const { answerBy, procedures } = await answering();
      return (connection, of, input) => answerBy(procedures.structure, connection, of, input);
    },
  }),
  rowChanges: defineJob({
    fields: { table, other: table, input: z.object(rowChangesOptions) },
    output: rowChanges.omit({ from: true, to: true }),
    load: async () => {
      const [{ withDatabase }, { compareRows }] = await Promise.all([
        import('./job-context.ts'),
        import('@columnist/tables/versions/compare-rows'),
      ]);
      return (job, context) =>
        withDatabase([job.table.parquet, job.other.parquet], context, (connection) =>
          compareRows(connection, job.other, job.table, job.input),
        );
    },
  }),
  compareDatasets: defineJob({
    fields: { table, other: table, bins: z.int() },
    output: datasetComparison.pick({
      added: true,
      removed: true,
      retyped: true,
      columns: true,
      sentence: true,
    }),
    load: async () => {
      const [{ withDatabase }, { compareDatasets }] = await Promise.all([
        import('./job-context.ts'),
        import('@columnist/tables/drift/compare-datasets'),
      ]);
      return (job, context) =>
        withDatabase([job.table.parquet, job.other.parquet], context, (connection) =>
          compareDatasets(connection, job.other, job.table, job.bins),
        );
    },
  }),
  readSql: defineJob({
    fields: { sql: sqlText },
    output: z.object({ names: z.array(z.string()) }),
    lane: 'fast',
    load: async () => {
      const [{ withDatabase }, { readStatement }] = await Promise.all([
        import('./job-context.ts'),
        import('@columnist/tables/sql/read-statement'),
      ]);
      return ({ sql }, context) =>
        withDatabase([], context, async (connection) => {
          const { names } = await readStatement(connection, sql);
          return { names: [...names] };
        });
    },
  }),
  runSql: defineJob({
    fields: {
      input: z.object({ sql: sqlText, limit: z.int(), offset: z.int(), explain: z.boolean() }),
      tables: namedTables,
    },
    output: sqlPage,
    lane: 'fast',
    load: async () => {
      const [{ withStatement }, { runStatement }] = await Promise.all([
        import('./job-context.ts'),
        import('@columnist/tables/sql/run-statement'),
      ]);
      return ({ input, tables }, context) =>
        withStatement(
          tables.map(({ table: { parquet } }) => parquet),
          context,
          (connection) => runStatement(connection, input, tables),
        );
    },
  }),
  exportSql: defineJob({
    fields: {
      sql: sqlText,
      tables: namedTables,
      to: writtenPath,
    },
    output: z.object({ ...answerSize, columns: written }),
    load: async () => {
      const [{ withStatement }, { exportStatement }] = await Promise.all([
        import('./job-context.ts'),
        import('@columnist/tables/exports/export-answer'),
      ]);
      return ({ sql, tables, to }, context) =>
        withStatement(
          tables.map(({ table: { parquet } }) => parquet),
          context,
          (connection) => exportStatement(connection, sql, tables, to),
        );
    },
  }),
  exportAnswer: defineJob({
    fields: {
      of: z.union([
        z.object({ sql: sqlText, tables: namedTables }),
        z.object({
          columns: z.array(z.object({ name: z.string(), type: columnType.optional() })),
          rows: z.array(z.array(cell)),
        }),
      ]),
      format: exportFormat,
      forSpreadsheets: z.boolean(),
      to: z.string(),
    },
    output: z.object({
      ...answerSize,
      columns: z.array(keptColumn),
      notes: z.array(z.string()),
    }),
    load: async () => {
      const [{ withDatabase, withStatement }, { exportStatementAs, exportTable }] =
        await Promise.all([
          import('./job-context.ts'),
          import('@columnist/tables/exports/export-answer'),
        ]);
      return ({ of, to, ...asked }, context) =>
        'sql' in of
          ? withStatement(
              [...of.tables.map(({ table: { parquet } }) => parquet), to],
              context,
              (connection) => exportStatementAs(connection, of.sql, of.tables, asked, to),
            )
          : withDatabase([to], context, (connection) => exportTable(connection, of, asked, to));
    },
  }),
  previewCombination: defineJob({
    fields: { combination, tables: namedTables },
    output: combinationReport,
    lane: 'fast',
    load: async () => {
      const [{ withDatabase }, { previewCombination }] = await Promise.all([
        import('./job-context.ts'),
        import('@columnist/tables/combinations/combine-tables'),
      ]);
      return (job, context) =>
        withDatabase(
          job.tables.map(({ table: { parquet } }) => parquet),
          context,
          (connection) => previewCombination(connection, job.combination, job.tables),
        );
    },
  }),
  exportCombination: defineJob({
    fields: { combination, tables: namedTables, to: writtenPath },
    output: z.object({ report: combinationReport, columns: z.array(saidColumn) }),
    load: async () => {
      const [{ withDatabase }, { exportCombination }] = await Promise.all([
        import('./job-context.ts'),
        import('@columnist/tables/combinations/combine-tables'),
      ]);
      return (job, context) =>
        withDatabase(
          [...job.tables.map(({ table: { parquet } }) => parquet), `${job.to}.rows`],
          context,
          (connection) => exportCombination(connection, job.combination, job.tables, job.to),
          job.combination.kind === 'pivot' ? 'one' : 'all',
        );
    },
  }),
  recommendTest: askOfTable({
    input: z.object(recommendOptions),
    output: recommendation,
    lane: fastIfSmall,
    load: async () => (await import('@columnist/procedures/advice/recommend-test')).recommendTest,
  }),
  calculatePower: defineJob({
    fields: { input: powerOptions },
    output: powerResult,
    lane: 'fast',
    load: async () => {
      const [{ calculatePower }, { procedures }] = await Promise.all([
        import('@columnist/procedures/power/define-design'),
        answering(),
      ]);
      return (job) => Promise.resolve(calculatePower(procedures.calculatePower, job.input));
    },
  }),
  explainView: askOfTable({
    input: z.object({ view }),
    output: viewExplanation,
    lane: 'fast',
    load: async () => {
      const { explainView } = await import('@columnist/tables/code/explain-view');
      return (connection, of, input) => explainView(connection, of, input.view);
    },
  }),
  chart: askOfTable({
    input: z.object(chartOptions),
    output: chart,
    lane: fastIfSmall,
    load: async () => (await import('../drawing/draw-chart.ts')).drawChart,
  }),
  pictures: askOfTable({
    input: viewing,
    output: pictures,
    lane: 'fast',
    load: async () => (await import('@columnist/tables/columns/count-pictures')).countPictures,
  }),
  overview: askOfTable({
    input: viewing,
    output: overview,
    lane: 'fast',
    load: async () => (await import('@columnist/tables/queries/look-over')).lookOver,
  }),
  alerts: askOfTable({
    input: z.object({
      view: view.optional(),
      // Of a file there are none kept.
      thresholds: alertThresholds.prefault({}),
      profile: readPath.optional(),
    }),
    output: alerts,
    lane: fastIfSmall,
    load: async () => (await import('@columnist/procedures/alerts/find-alerts')).findAlerts,
  }),
} satisfies Record<string, JobKind<z.ZodRawShape, z.ZodType>>;

type Jobs = typeof jobs;
export type Kind = keyof Jobs;
/** A job of this kind, as it is sent to a worker. */
export type JobOf<K extends Kind> = { readonly kind: K } & (keyof Jobs[K]['fields'] extends never
  ? unknown
  : z.output<z.ZodObject<Jobs[K]['fields']>>);
export type ResultOf<K extends Kind> = z.output<Jobs[K]['output']>;
export type Job = { [K in Kind]: JobOf<K> }[Kind];
