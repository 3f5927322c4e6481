import {
  datasetComparison,
  regressionOptions,
  admission,
  aggregateOptions,
  aggregation,
  alertThresholds,
  alerts,
  association,
  associationOptions,
  chart,
  chartOptions,
  comparisonOptions,
  datasetColumn,
  describeOptions,
  description,
  dialect,
  distributionTestOptions,
  errorDetails,
  errors,
  filter,
  frequencies,
  frequenciesOptions,
  isErrorCode,
  overview,
  pictures,
  powerOptions,
  powerResult,
  reading,
  recommendation,
  recommendOptions,
  rows,
  rowsOptions,
  structureOptions,
  testResult,
  timeSeriesOptions,
  view,
  viewExplanation,
} from '@columnist/contract';
import { z } from 'zod';

/** What the pool and its workers say to each other. Both sides parse: the types hold across the process boundary. */
const table = z.object({
  parquet: z.string(),
  datasetId: z.string().nullable(),
  version: z.int().nullable(),
  rowCount: z.int(),
  columns: z.array(datasetColumn).readonly(),
});
const describing = z.object(describeOptions);
const viewing = z.object({ view: view.optional() });

const job = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('admit'),
    source: z.string(),
    parquet: z.string(),
    reading: reading.optional(),
    repairs: z.string().optional(),
    profile: z.string().optional(),
  }),
  z.object({ kind: z.literal('preview'), source: z.string(), scratch: z.string(), reading }),
  z.object({
    kind: z.literal('combine'),
    parts: z.array(z.object({ source: z.string(), reading: reading.optional() })),
    above: z.object({
      decimalMark: z.enum(['.', ',', 'both']).nullable(),
      delimiter: z.string(),
      texts: z.array(z.string()).readonly(),
    }),
    to: z.string(),
    scratch: z.string(),
  }),
  z.object({
    kind: z.literal('describe'),
    table,
    input: describing,
    profile: z.string().optional(),
  }),
  z.object({
    kind: z.literal('describeFile'),
    source: z.string(),
    scratch: z.string(),
    input: describing,
  }),
  z.object({
    kind: z.literal('describeValues'),
    source: z.string(),
    cells: z.int(),
    scratch: z.string(),
    input: describing,
  }),
  z.object({ kind: z.literal('rows'), table, input: z.object(rowsOptions).omit({ cursor: true }) }),
  z.object({
    kind: z.literal('exportRows'),
    table,
    input: z.object({
      columns: rowsOptions.columns,
      view: rowsOptions.view,
      forSpreadsheets: z.boolean(),
    }),
    to: z.string(),
  }),
  z.object({
    kind: z.literal('exportParquet'),
    table,
    input: z.object({ columns: rowsOptions.columns, view: rowsOptions.view }),
    to: z.string(),
  }),
  z.object({ kind: z.literal('frequencies'), table, input: z.object(frequenciesOptions) }),
  z.object({ kind: z.literal('aggregate'), table, input: z.object(aggregateOptions) }),
  z.object({
    kind: z.literal('markRows'),
    table,
    input: z.object({
      conditions: z.array(filter),
      present: z.array(z.string()),
      by: aggregateOptions.group_by,
    }),
  }),
  z.object({
    kind: z.literal('measureLeverage'),
    table,
    input: z.object({
      kindOfRow: z.base64(),
      blocks: z.array(z.object({ kinds: z.array(z.int()), columns: z.array(z.string()) })),
    }),
  }),
  z.object({
    kind: z.literal('alignRows'),
    tables: z.array(table),
    input: z.object({ versions: z.array(z.int()) }),
  }),
  z.object({ kind: z.literal('association'), table, input: associationOptions }),
  z.object({ kind: z.literal('compareGroups'), table, input: comparisonOptions }),
  z.object({ kind: z.literal('testDistribution'), table, input: distributionTestOptions }),
  z.object({ kind: z.literal('fitRegression'), table, input: regressionOptions }),
  z.object({ kind: z.literal('timeSeries'), table, input: timeSeriesOptions }),
  z.object({ kind: z.literal('structure'), table, input: structureOptions }),
  z.object({ kind: z.literal('compareDatasets'), table, other: table, bins: z.int() }),
  z.object({ kind: z.literal('recommendTest'), table, input: z.object(recommendOptions) }),
  z.object({ kind: z.literal('calculatePower'), input: powerOptions }),
  z.object({ kind: z.literal('explainView'), table, input: z.object({ view }) }),
  z.object({ kind: z.literal('chart'), table, input: z.object(chartOptions) }),
  z.object({ kind: z.literal('pictures'), table, input: viewing }),
  z.object({ kind: z.literal('overview'), table, input: viewing }),
  z.object({
    kind: z.literal('alerts'),
    table,
    input: z.object({
      view: view.optional(),
      thresholds: alertThresholds,
      profile: z.string().optional(),
    }),
  }),
  z.object({ kind: z.literal('ping') }),
]);
export type Job = z.output<typeof job>;
export type ScratchJob = Extract<Job, { kind: 'describeFile' | 'describeValues' }>;
/** A job that asks something of what has been read. */
export type Question = Exclude<
  Job,
  ScratchJob | { kind: 'ping' | 'admit' | 'preview' | 'combine' }
>;

/** To a worker: do this, and answer with values or with their JSON; or stop what you do, and say so. */
export const order = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run'), job, written: z.boolean() }),
  z.object({ type: z.literal('interrupt') }),
]);
export type Order = z.output<typeof order>;

export const results = {
  admit: z.object({ rowCount: z.int(), columns: z.array(datasetColumn), dialect, admission }),
  preview: z.object({ lines: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  combine: z.object({
    rows: z.array(z.int()),
    decimal_mark: z.enum(['.', ',']).nullable(),
    delimiter: z.enum([',', ';']),
    notes: admission.shape.notes,
  }),
  describe: description,
  describeFile: description,
  describeValues: description,
  rows: rows.extend({ dataset_id: z.string() }).omit({ next_cursor: true }),
  exportRows: z.int(),
  exportParquet: z.int(),
  frequencies,
  aggregate: aggregation,
  measureLeverage: z.object({ leverage: z.number() }),
  alignRows: z.object({ rows: z.array(z.base64()), persons: z.array(z.base64()) }),
  markRows: z.object({
    kindOfRow: z.base64(),
    kinds: z.array(
      z.object({ conditions: z.array(z.boolean()), present: z.array(z.boolean()), group: z.int() }),
    ),
  }),
  association,
  compareGroups: testResult,
  testDistribution: testResult,
  fitRegression: testResult,
  timeSeries: testResult,
  structure: testResult,
  compareDatasets: datasetComparison.pick({
    added: true,
    removed: true,
    retyped: true,
    columns: true,
    sentence: true,
  }),
  recommendTest: recommendation,
  calculatePower: powerResult,
  explainView: viewExplanation,
  chart,
  pictures,
  overview,
  alerts,
  ping: z.literal('pong'),
} satisfies Record<Job['kind'], z.ZodType>;

/** From a worker. */
export const reply = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('progress'),
    step: z.enum(['reading', 'profiling']),
    share: z.number(),
  }),
  z.object({ type: z.literal('done'), result: z.unknown() }),
  z.object({
    type: z.literal('written'),
    bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    facts: z.record(z.string(), z.unknown()),
    digest: z.string(),
  }),
  z.object({
    type: z.literal('failed'),
    /** Whether the process should be replaced: out of memory, it would fail at the next job too. */
    exhausted: z.boolean(),
    code: z.enum(Object.keys(errors).filter(isErrorCode)),
    message: z.string(),
    details: errorDetails,
  }),
]);
export type Reply = z.output<typeof reply>;
