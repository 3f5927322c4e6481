import { z } from 'zod';
import { cell } from '../cell.ts';
import { cleanedName } from '../typed-name.ts';
import { columnType } from './dataset.ts';

/** Rows that a combination may have. */
export const mostCombinedRows = 10_000_000;
/** Datasets that one append may read. */
export const mostAppended = 20;
/** Columns that a pivot may make of the values of a column. */
export const mostPivoted = 500;

const source = z.string().min(1).max(250);
const column = z.string().min(1).max(1000);
const names = z.array(column).min(1).max(500);
const types = z
  .enum(['error', 'text'])
  .default('error')
  .describe('Several types in one column: refused, or written as text.');

/** How values that are not simply equal are compared. */
export const keyForms = ['text', 'any_case'] as const;
const keyForm = z.enum(keyForms);

/** What of two columns is compared. */
const keyShape = {
  left: column,
  right: column,
  as: keyForm.optional(),
};
/** A key that is one name of both sides. */
const sayKey = ({ code, input }: z.core.$ZodRawIssue): string | undefined =>
  code === 'invalid_type' && typeof input === 'string' && input.length <= 100
    ? `Write ${JSON.stringify({ left: input, right: input })}.`
    : undefined;
const key = z.strictObject(keyShape, { error: sayKey });

export const joinKinds = ['inner', 'left', 'full', 'semi', 'anti', 'as_of'] as const;
export const pivotStatistics = [
  'only',
  'count',
  'sum',
  'mean',
  'median',
  'min',
  'max',
  'first',
] as const;

const joinShape = {
  kind: z.literal('join'),
  how: z
    .enum(joinKinds)
    .default('left')
    .describe('semi, anti: rows of left with or without a match; as_of: the nearest by `at`.'),
  left: source.describe("Id or name; 'ID@3' keeps to version 3, else the newest is followed."),
  right: source,
  keys: z
    .array(key)
    .max(8)
    .optional()
    .describe('Columns that must be equal; a preview suggests them.'),
  at: z
    .strictObject({
      left: column,
      right: column,
      direction: z.enum(['backward', 'forward', 'nearest']).default('backward'),
      tolerance: z.number().min(0).optional().describe('Largest distance; of times in seconds.'),
    })
    .optional()
    .describe('For as_of: numbers, dates or times.'),
  suffix: z
    .string()
    .min(1)
    .max(40)
    .default('_right')
    .describe('Of names of right that left has too.'),
};
const appendShape = {
  kind: z.literal('append'),
  sources: z.array(source).min(2).max(mostAppended),
  types,
  source_column: column.optional().describe("Column for the dataset's name."),
};
const pivotShape = {
  kind: z.literal('pivot'),
  source,
  rows: names.describe('For pivot alone: columns that make a row.'),
  names_from: column,
  values_from: column,
  statistic: z
    .enum(pivotStatistics)
    .default('only')
    .describe('only: several in one cell are refused.'),
};
const unpivotShape = {
  kind: z.literal('unpivot'),
  source,
  columns: names.describe('For unpivot alone: they become rows.'),
  names_to: column.default('name'),
  values_to: column.default('value'),
  types,
};

/** How tables are put together, with columns by name. */
export const combination = z.discriminatedUnion('kind', [
  z.strictObject(joinShape),
  z.strictObject(appendShape),
  z.strictObject(pivotShape),
  z.strictObject(unpivotShape),
]);
export type Combination = z.infer<typeof combination>;
export type Join = Extract<Combination, { kind: 'join' }>;
export type Append = Extract<Combination, { kind: 'append' }>;
export type Pivot = Extract<Combination, { kind: 'pivot' }>;
export type Unpivot = Extract<Combination, { kind: 'unpivot' }>;
export type JoinKey = z.infer<typeof key>;

const saving = {
  name: cleanedName(200).optional().describe('Of the new dataset; without it nothing is saved.'),
};

/** The input of the operation: a combination, and whether it is saved. */
export const combineOptions = z.discriminatedUnion('kind', [
  z.strictObject({ ...joinShape, ...saving }),
  z.strictObject({ ...appendShape, ...saving }),
  z.strictObject({ ...pivotShape, ...saving }),
  z.strictObject({ ...unpivotShape, ...saving }),
]);

const share = z.number().min(0).max(1);

export const keySuggestion = z
  .object({
    ...keyShape,
    as: keyForm.exactOptional(),
    left_share: share.describe('Share of the distinct values of left that right has.'),
    right_share: share,
    left_distinct: z.int(),
    right_distinct: z.int(),
  })
  .meta({ id: 'KeySuggestion' });
export type KeySuggestion = z.infer<typeof keySuggestion>;

const joinSide = z.object({
  rows: z.int(),
  matched: z.int(),
  unmatched: z.int().describe('Without a match, those without a key among them.'),
  without_key: z.int().describe('A missing value is in the key: such rows match nothing.'),
  repeated_keys: z.int().describe('Keys that several rows have.'),
  most_rows_of_a_key: z.int(),
});

export const nearReasons = [
  'case',
  'spaces',
  'accents',
  'leading_zeros',
  'number_as_text',
  'spelling',
] as const;

const nearMatch = z.object({
  reason: z.enum(nearReasons),
  left: z.string().describe('Column.'),
  right: z.string(),
  count: z.int().describe('Distinct values of left without a match that differ in this alone.'),
  examples: z.array(z.object({ left: z.string(), right: z.string() })),
});
export type NearMatch = z.infer<typeof nearMatch>;

export const joinReport = z.object({
  keys: z.array(z.object({ ...keyShape, as: keyForm.exactOptional() })),
  suggested: z.array(keySuggestion),
  left: joinSide,
  right: joinSide,
  near_matches: z.array(nearMatch),
  near_matches_whole: z
    .boolean()
    .describe('Whether all values without a match were compared; else there may be more.'),
});
export type JoinReport = z.infer<typeof joinReport>;

const appendReport = z.object({
  lacking: z
    .array(z.object({ dataset: z.string(), columns: z.array(z.string()) }))
    .describe('Columns that a dataset has not: its rows have no value there.'),
  retyped: z
    .array(z.object({ column: z.string(), types: z.array(z.string()), as: z.string() }))
    .describe('Columns that have another type in some datasets.'),
});

const warnings = ['rows_multiply', 'too_large', 'nothing_matches', 'several_in_a_cell'] as const;

/** Codes of the notes with which a version of combined rows says what its combination did. */
export const combinationNotes = [
  ...warnings,
  'columns_lacking',
  'types_differ',
  'columns_renamed',
  'rows_without_match',
  'columns_changed',
] as const;

const warning = z.object({
  code: z.enum(warnings),
  message: z.string(),
});

/** What a worker finds out about a combination before anything is made. */
export const combinationReport = z.object({
  row_count: z.number().describe('Rows of the result, counted before it is made.'),
  columns: z.array(z.object({ name: z.string(), type: columnType })),
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  warnings: z.array(warning),
  join: joinReport.nullable(),
  append: appendReport.nullable(),
  items: z.array(z.array(cell)).describe('The first rows, in the order of columns.'),
});
export type CombinationReport = z.infer<typeof combinationReport>;

export const usedSource = z.object({
  id: z.uuid(),
  name: z.string(),
  version: z.int(),
  row_count: z.int(),
});

/** How a dataset was made of others; what is null was not used. */
export const recipe = z.object({
  combination: combination.nullable(),
  sql: z.string().nullable(),
  sources: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      version: z.int().nullable().describe('The version it keeps to; null where it follows.'),
    }),
  ),
});
export type Recipe = z.infer<typeof recipe>;

/** The versions that a version of a derived dataset was made of. */
export const builtFrom = z.array(z.object({ id: z.uuid(), version: z.int() }));
export type BuiltFrom = z.infer<typeof builtFrom>;

export const lineageStates = [
  'source',
  'current',
  'out_of_date',
  'failed',
  'by_hand',
  'kept',
  'missing',
] as const;

/** What a dataset was made of, and what was made of it. */
export const lineage = z
  .object({
    id: z.uuid(),
    datasets: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        version: z.int().nullable(),
        state: z
          .enum(lineageStates)
          .describe(
            'source: uploaded; current: made of the newest versions; out_of_date: a source has a ' +
              'newer version or is not current itself; failed: it could not be made of it; ' +
              'by_hand: its current version was uploaded or restored and follows nothing; kept: rows as they ' +
              'were saved; missing: deleted.',
          ),
        made: z.string().nullable().describe('How it was made, in words.'),
        problem: z.string().nullable().describe('Why it is not made of the newest versions.'),
        notes: z
          .array(z.string())
          .describe(
            'What a preview says of its rows: columns that a source lacks, rows without a match.',
          ),
        combination: combination.nullable(),
        sql: z.string().nullable(),
      }),
    ),
    links: z.array(
      z.object({
        from: z.uuid(),
        to: z.uuid(),
        version: z.int().nullable().describe('Of the source, of which it is made now.'),
        follows: z.boolean(),
      }),
    ),
    hidden: z.int().describe('Datasets that this credential may not see.'),
  })
  .meta({ id: 'Lineage' });
export type Lineage = z.infer<typeof lineage>;
