import {
  columnType,
  describeOptions,
  description,
  scalar,
  type ColumnDescription,
} from '@columnist/contract';
import { z } from 'zod';
import type { LocalTable } from './local-table.ts';

const bound = (said: string) =>
  z
    .union([z.number(), z.string()])
    .optional()
    .describe(`${said}; what cannot be compared with it, as a text with a number, does not hold.`);

const column = z.strictObject({
  name: z.string().min(1).max(1000),
  type: columnType.optional().describe('What the column is read as.'),
  optional: z.boolean().default(false).describe('Whether the column may be absent.'),
  missing_most: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('The largest share of values that may be missing.'),
  unique: z.boolean().default(false).describe('No value twice.'),
  least: bound('The smallest value allowed'),
  most: bound('The largest value allowed'),
  values: z.array(scalar).min(1).max(1000).optional().describe('The values allowed.'),
});

/** What a file is expected to be: a document of JSON, checked by `columnist check`. */
export const expectations = z.strictObject({
  $schema: z.string().optional(),
  rows: z
    .strictObject({ least: z.int().min(0).optional(), most: z.int().min(0).optional() })
    .optional()
    .describe('How many rows there are.'),
  columns: z.array(column).max(2000).default([]),
  other_columns: z
    .enum(['allow', 'refuse'])
    .default('allow')
    .describe('Whether columns that are not named may be there.'),
  column_order: z
    .enum(['any', 'as_named'])
    .default('any')
    .describe('Whether the columns come in the order in which they are named.'),
  rules: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(200),
        expression: z
          .string()
          .min(1)
          .max(5000)
          .describe('True for every row, such as end >= start.'),
      }),
    )
    .max(200)
    .default([]),
});
export type Expectations = z.output<typeof expectations>;

/** The JSON Schema of expectations. */
export const expectationsSchema = (): unknown =>
  z.toJSONSchema(expectations, { io: 'input', unrepresentable: 'any' });

/** Categories of so many values are expected to have no others. */
const mostValues = 20;

const usual = z.object(describeOptions).parse({});

/** What holds of a file as it is, as a beginning. */
export async function expectationsOf({
  table,
  ask,
}: Pick<LocalTable, 'table' | 'ask'>): Promise<z.input<typeof expectations>> {
  const { columns } = description
    .pick({ columns: true })
    .parse(await ask('analyze', { ...usual, correlations: false }));
  return {
    rows: { least: 1 },
    columns: columns.map((one) => ({
      name: one.name,
      type: one.type,
      missing_most: one.missing === 0 ? 0 : Math.ceil((100 * one.missing) / table.rowCount) / 100,
      ...(one.n > 1 && one.distinct === one.n && one.missing === 0 ? { unique: true } : {}),
      ...boundsOf(one),
    })),
    other_columns: 'refuse',
    column_order: 'as_named',
  };
}

function boundsOf(one: ColumnDescription): {
  least?: number | string;
  most?: number | string;
  values?: string[];
} {
  if (one.type === 'number' && one.min !== null && one.max !== null)
    return { least: one.min, most: one.max };
  if (
    one.type === 'category' &&
    one.distinct <= mostValues &&
    one.top_values.length === one.distinct
  )
    return {
      values: one.top_values.map(({ value }) => String(value)).toSorted(),
    };
  return {};
}
