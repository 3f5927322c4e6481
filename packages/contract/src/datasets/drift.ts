import { z } from 'zod';
import { columnType } from './dataset.ts';
import { answerIdGiven } from './provenance.ts';

export const driftOptions = {
  other: z
    .uuid()
    .exactOptional()
    .describe('Id of the other dataset; its own earlier version where left out.'),
  other_version: z
    .int()
    .min(1)
    .exactOptional()
    .describe(
      'Which version of the other; its current one, or the version before where none is named.',
    ),
  bins: z
    .int()
    .min(2)
    .max(50)
    .default(10)
    .describe('Intervals of a number column, at quantiles of the other.'),
};

const side = z.object({
  n: z.int(),
  missing: z.int(),
  distinct: z.int().nullable(),
  mean: z.number().nullable(),
  sd: z.number().nullable(),
  min: z.union([z.string(), z.number()]).nullable(),
  max: z.union([z.string(), z.number()]).nullable(),
});

/** One column in both. */
export const columnDrift = z.object({
  name: z.string(),
  type: columnType,
  verdict: z
    .enum(['alike', 'moved', 'changed'])
    .nullable()
    .describe('By the population stability index: below 0.1, to 0.25, above.'),
  psi: z
    .number()
    .nullable()
    .describe(
      'Population stability index: Σ (p − q) ln(p / q) over the bins, half a row added to an empty one.',
    ),
  test: z
    .object({
      name: z.string(),
      statistic: z.number(),
      df: z.int().nullable(),
      p_value: z.number(),
      p_holm: z.number().describe('Adjusted for all columns.'),
    })
    .nullable()
    .describe('Kolmogorov–Smirnov of numbers and moments, χ² of groups.'),
  before: side,
  after: side,
  bins: z
    .array(z.object({ label: z.string(), before: z.int(), after: z.int() }))
    .describe('Rows in each interval, or of each value; the rarest values together.'),
  reason: z.string().nullable().describe('Why there is no index.'),
});
export type ColumnDrift = z.infer<typeof columnDrift>;

const named = z.object({
  dataset_id: z.uuid(),
  name: z.string(),
  version: z.int(),
  row_count: z.int(),
});
const column = z.object({ name: z.string(), type: columnType, storage: z.string() });

/**
 * Two tables of the same kind: what they do not share, and how each column has moved from `before`
 * to `after`.
 */
export const datasetComparison = z
  .object({
    answer_id: answerIdGiven,
    before: named,
    after: named,
    added: z.array(column),
    removed: z.array(column),
    retyped: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
    columns: z.array(columnDrift),
    sentence: z.string(),
    engine_version: z.string(),
  })
  .meta({ id: 'DatasetComparison' });
export type DatasetComparison = z.infer<typeof datasetComparison>;
