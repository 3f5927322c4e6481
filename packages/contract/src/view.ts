import { z } from 'zod';

/** What a cell may hold on the wire. Numbers a double cannot hold exactly, dates and times are strings. */
export const scalar = z.union([z.string(), z.number(), z.boolean()]).meta({ id: 'Scalar' });
export const cell = scalar.nullable().meta({ id: 'Cell' });
export type Cell = z.infer<typeof cell>;

const columnName = z.string().min(1).max(1000).describe('A column name, spelled exactly.');

const comparison = z.strictObject({
  column: columnName,
  op: z.enum(['eq', 'ne', 'lt', 'le', 'gt', 'ge']),
  value: scalar,
});
const membership = z.strictObject({ column: columnName, op: z.enum(['in', 'not_in']), values: z.array(scalar).min(1).max(1000) });
const range = z.strictObject({ column: columnName, op: z.literal('between').describe('Both ends included.'), low: scalar, high: scalar });
const textMatch = z.strictObject({
  column: columnName,
  op: z.enum(['contains', 'starts_with', 'ends_with']).describe('Upper and lower case are the same.'),
  value: z.string().max(1000),
});
const presence = z.strictObject({ column: columnName, op: z.enum(['is_missing', 'is_present']) });

export type Condition =
  | z.infer<typeof comparison>
  | z.infer<typeof membership>
  | z.infer<typeof range>
  | z.infer<typeof textMatch>
  | z.infer<typeof presence>;
export type Filter = Condition | { and: Filter[] } | { or: Filter[] } | { not: Filter };

/** A row with a missing value in the column satisfies no condition but is_missing (three-valued logic, as in SQL). */
export const filter: z.ZodType<Filter> = z
  .lazy(() =>
    z.union([
      comparison,
      membership,
      range,
      textMatch,
      presence,
      z.strictObject({ and: z.array(filter).min(1).max(50) }),
      z.strictObject({ or: z.array(filter).min(1).max(50) }),
      z.strictObject({ not: filter }),
    ]),
  )
  .meta({ id: 'Filter' });

export const sortKey = z
  .strictObject({ column: columnName, direction: z.enum(['ascending', 'descending']).default('ascending') })
  .meta({ id: 'SortKey' });

/** Which rows of a dataset a call is about, and in which order. Every operation on a dataset accepts one. */
export const view = z
  .strictObject({
    filter: filter.optional().describe('Rows to keep.'),
    sort: z.array(sortKey).max(8).optional().describe('Missing values come last; ties keep the order of the file.'),
  })
  .meta({ id: 'View' });
export type View = z.infer<typeof view>;
