import { z } from 'zod';
import { columnName, scalar } from './cell.ts';
import { editSteps } from './edit-steps.ts';
import { expressionOrText } from './expression/expression-json.ts';
import { filterOrText } from './filter.ts';
import {
  sayDerived,
  sayDerivedList,
  sayDropMissing,
  sayImputations,
  saySample,
  saySort,
  saySortKey,
  sayView,
} from './foreign-view.ts';

export { cell, scalar, type Cell } from './cell.ts';
export { filter, type Condition, type Filter } from './filter.ts';

export const sortKey = z
  .strictObject(
    {
      column: columnName,
      direction: z.enum(['ascending', 'descending']).default('ascending'),
    },
    { error: saySortKey },
  )
  .meta({ id: 'SortKey' });

const columnNames = z.array(columnName).min(1).max(200);

/**
 * Fills missing cells of the named columns. `mean` and `median` need numbers; `forward` takes the
 * last present value above, in the order of the file.
 */
export const impute = z
  .strictObject({
    columns: columnNames,
    method: z.enum(['mean', 'median', 'mode', 'constant', 'forward']),
    value: scalar.optional().describe('For constant.'),
    by: columnNames.optional().describe('Computed within groups of these columns.'),
  })
  .meta({ id: 'Impute' });
export type Impute = z.infer<typeof impute>;

const outlierRule = z
  .enum(['tukey', 'zscore', 'quantiles'])
  .describe(
    'tukey: beyond 1.5 interquartile ranges from the quartiles; zscore: more than 3 ' +
      'standard deviations from the mean; quantiles: outside the 1st and 99th percentile.',
  );

/** One repair of columns, cells or rows, before anything is derived. */
export const cleaningStep = z
  .discriminatedUnion('step', [
    z.strictObject({
      step: z.literal('parse_numbers'),
      columns: columnNames,
      pattern: z
        .string()
        .min(1)
        .max(40)
        .optional()
        .describe("How numbers are written, e.g. '1.234,56'."),
    }),
    z.strictObject({
      step: z.literal('parse_dates'),
      columns: columnNames,
      pattern: z
        .string()
        .min(1)
        .max(40)
        .optional()
        .describe("With YYYY, MM and DD, e.g. 'DD.MM.YYYY'."),
    }),
    z.strictObject({
      step: z.literal('recode'),
      column: columnName,
      values: z
        .array(z.strictObject({ from: scalar, to: scalar.nullable() }))
        .min(1)
        .max(500)
        .refine((values) => new Set(values.map(({ from }) => from)).size === values.length, {
          error: "Each 'from' can be recoded once.",
        }),
      others: z.enum(['keep', 'missing']).default('keep'),
    }),
    z.strictObject({
      step: z.literal('encode'),
      columns: columnNames.describe(
        'Texts become the place of the value in alphabetical order, from 1.',
      ),
    }),
    z.strictObject({ step: z.literal('clip_outliers'), columns: columnNames, rule: outlierRule }),
    z.strictObject({ step: z.literal('drop_outliers'), columns: columnNames, rule: outlierRule }),
    z.strictObject({
      step: z.literal('scale'),
      columns: columnNames,
      method: z.enum(['zscore', 'minmax']),
    }),
    z.strictObject({
      step: z.literal('drop_duplicates'),
      columns: columnNames
        .optional()
        .describe('Rows alike in these columns; in all where left out. The first stays.'),
    }),
    ...editSteps,
  ])
  .meta({ id: 'CleaningStep' });
export type CleaningStep = z.infer<typeof cleaningStep>;

/**
 * What a call is about: a dataset's rows and columns, cleaned, derived and chosen without touching
 * the data. In this order.
 */
export const view = z
  .strictObject(
    {
      saved: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('Name of a saved view, in place of everything else.'),
      clean: z
        .array(cleaningStep)
        .max(50)
        .optional()
        .describe('Repairs of columns, cells and rows, one after the other.'),
      impute: z
        .array(impute, { error: sayImputations })
        .max(50)
        .optional()
        .describe('Missing cells to fill, one after the other.'),
      derive: z
        .array(
          z.strictObject(
            {
              name: columnName,
              expression: expressionOrText.describe('Text, or the same as JSON.'),
            },
            { error: sayDerived },
          ),
          { error: sayDerivedList },
        )
        .max(50)
        .optional()
        .describe(
          "New columns, each from those before it, e.g. { name: 'family', expression: 'sibsp + parch' }.",
        ),
      filter: filterOrText
        .optional()
        .describe(
          "Rows to keep: a condition, or an expression such as fare > 30 and class in ('First', 'Second').",
        ),
      drop_missing: z
        .union([z.literal(true, { error: sayDropMissing }), columnNames])
        .optional()
        .describe('Leaves out rows in which one of these columns (any, where true) is missing.'),
      sample: z
        .strictObject(
          {
            n: z.int().min(1).max(10_000_000),
            seed: z.int().min(0).max(2_147_483_647).default(1),
          },
          { error: saySample },
        )
        .optional()
        .describe('So many of the rows by chance; the same seed gives the same rows.'),
      sort: z
        .array(sortKey, { error: saySort })
        .max(8)
        .optional()
        .describe('Missing values come last; ties keep the order of the file.'),
    },
    { error: sayView },
  )
  .meta({ id: 'View' });
export type View = z.infer<typeof view>;

/** What one part of a view did. */
export const viewEffect = z
  .object({
    step: z.string().describe('In words.'),
    rows_removed: z.int(),
    rows_undecided: z
      .int()
      .exactOptional()
      .describe(
        'Of the rows removed, those in which a value that the condition asks for is missing.',
      ),
    cells_changed: z.int().describe('Cells that hold another value now, or one of another type.'),
    cells_lost: z
      .int()
      .describe(
        'Values that became missing: that could not be read, are undefined, or lie outside.',
      ),
    cells_unfilled: z
      .int()
      .exactOptional()
      .describe('Of impute: cells that stay missing, as nothing in their group can fill them.'),
    cells_undecided: z
      .int()
      .exactOptional()
      .describe('Rows that case() gives its last value because a condition is missing.'),
    examples: z
      .array(z.string())
      .exactOptional()
      .describe('Some of them, as they were; of a derived column what it was computed from.'),
    rows_with_rest: z
      .int()
      .exactOptional()
      .describe(
        'Of split_column: rows with more parts than columns; the last column holds the rest.',
      ),
    rests: z.array(z.string()).exactOptional().describe('Some of what the last column holds.'),
    edits_not_applied: z
      .int()
      .exactOptional()
      .describe('Edits of cells or rows that were left out, as the row is not the one they name.'),
    edits_left: z
      .array(z.object({ row: z.int(), column: z.string().exactOptional() }))
      .exactOptional()
      .describe('All of these: the row that each names, and of corrected cells the column.'),
    misfits: z
      .array(z.string())
      .exactOptional()
      .describe('Some of them, with what the row has instead.'),
    values_absent: z
      .int()
      .exactOptional()
      .describe('Of recode: values of from that no row has, so that nothing came of them.'),
    absent: z
      .array(z.object({ value: scalar, nearest: z.array(z.string()) }))
      .exactOptional()
      .describe('The first of these, each with near values that there are.'),
    nearest: z
      .array(z.string())
      .exactOptional()
      .describe('Of a filter that asks for values which no row has: conditions on near ones.'),
    by_days: z
      .string()
      .exactOptional()
      .describe('The filter by whole days: beside moments, a day is its midnight alone.'),
  })
  .meta({ id: 'ViewEffect' });
export type ViewEffect = z.infer<typeof viewEffect>;
