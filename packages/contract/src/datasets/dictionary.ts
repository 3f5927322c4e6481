import { z } from 'zod';
import { AppError } from '../errors.ts';
import { isSeenLine } from '../invisible-characters.ts';
import { scalar } from '../view.ts';
import { columnType, type ColumnType, type DatasetColumn } from './dataset.ts';

/** Values up to which a column of numbers can be taken as a category. */
export const categoriesAtMost = 100;

const hidden = 'Leave out characters that cannot be seen.';
const line = (most: number) => z.string().trim().min(1).max(most).refine(isSeenLine, hidden);
const value = z.string().max(1000);
/** Left out: stays. Null: what the file says again. */
const kept = 'null takes it back; left out, it stays.';

const valueLabel = z.strictObject({ value: scalar, label: line(200) });

/** What people say about one column, beside its name. */
const entryFields = {
  label: line(200),
  unit: line(40),
  description: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .refine((text) => isSeenLine(text.replaceAll('\n', ' ')), hidden),
  type: columnType,
  levels: z.array(value).min(1).max(500),
  reference: value,
  value_labels: z.array(valueLabel).min(1).max(500),
};

/** The same as it is kept. */
export const columnEntry = z.object({
  label: entryFields.label.exactOptional(),
  unit: entryFields.unit.exactOptional(),
  description: entryFields.description.exactOptional(),
  type: entryFields.type.exactOptional(),
  levels: entryFields.levels.exactOptional(),
  reference: entryFields.reference.exactOptional(),
  value_labels: entryFields.value_labels.exactOptional(),
});
export type ColumnEntry = z.infer<typeof columnEntry>;

/** What is kept of all columns, by their names. */
export type Dictionary = Readonly<Record<string, ColumnEntry>>;

export const columnChange = z
  .strictObject({
    name: z.string().min(1).max(1000).describe('Name of the column.'),
    label: entryFields.label
      .nullable()
      .optional()
      .describe(`Its name in words, as Body mass; ${kept}`),
    unit: entryFields.unit.nullable().optional().describe(`Of its values, as kg; ${kept}`),
    description: entryFields.description.nullable().optional().describe(`What it holds; ${kept}`),
    type: columnType
      .nullable()
      .optional()
      .describe(
        'category: numbers or yes and no become groups, named by value_labels where there are ' +
          `some; text and category are one for the other; ${kept}`,
      ),
    levels: entryFields.levels
      .nullable()
      .optional()
      .describe(`Values of a category in their order, as the file has them; ${kept}`),
    reference: entryFields.reference
      .nullable()
      .optional()
      .describe(
        `The value that a regression compares the others with, in place of the first; ${kept}`,
      ),
    value_labels: entryFields.value_labels
      .nullable()
      .optional()
      .describe(`What single values mean; ${kept}`),
  })
  .meta({ id: 'ColumnChange' });
export type ColumnChange = z.infer<typeof columnChange>;

/**
 * How a column is kept when it is taken as another type: text and category for each other, numbers
 * and yes and no as categories. Null where it cannot be, with the reason in words.
 */
export function takeAs(
  column: Pick<DatasetColumn, 'name' | 'type' | 'storage'> & { readonly distinct: number },
  type: ColumnType,
): { readonly storage: string } | { readonly refused: string; readonly fix: string } {
  const isText = column.storage === 'VARCHAR';
  if (isText && (type === 'text' || type === 'category')) return { storage: 'VARCHAR' };
  if (type === 'category' && (column.type === 'number' || column.type === 'boolean')) {
    if (column.distinct <= categoriesAtMost) return { storage: 'VARCHAR' };
    return {
      refused: `'${column.name}' has ${column.distinct} values; a category has at most ${categoriesAtMost}.`,
      fix: 'Put its values into intervals with bin() in a view.',
    };
  }
  if (type === column.type) return { storage: column.storage };
  return {
    refused: `'${column.name}' is a ${column.type} column and cannot be taken as ${type} as it is.`,
    fix:
      type === 'category'
        ? 'Derive groups from it in a view, such as year(day).'
        : 'Read the file again with read_columns (reread): it says which cells cannot be read so.',
  };
}

/** Whether the values of a column are named by its labels: where it was set to be a category. */
export const isNamedByLabels = ({
  type,
  stored,
}: Pick<DatasetColumn, 'type' | 'stored'>): boolean => type === 'category' && stored !== undefined;

/** Whether people set the type of a column: its figures are not those of the stored profile. */
export const isRetyped = ({ stored }: Pick<DatasetColumn, 'stored'>): boolean =>
  stored !== undefined;

/**
 * The values of a column in the order that was set, as answers write them; undefined where none
 * was.
 */
export function levelsOf(
  column: Pick<DatasetColumn, 'type' | 'storage' | 'stored' | 'levels' | 'value_labels'>,
): string[] | undefined {
  if (column.storage !== 'VARCHAR' || column.levels === undefined) return undefined;
  return column.levels.map((level) => writtenAs(column, level));
}

/** A value of the file as answers write it. */
export function writtenAs(
  column: Pick<DatasetColumn, 'type' | 'stored' | 'value_labels'>,
  text: string,
): string {
  if (!isNamedByLabels(column)) return text;
  return column.value_labels?.find(({ value: one }) => String(one) === text)?.label ?? text;
}

/** What a column is called on axes and in lists: its label, else its name, and its unit. */
export const titleOf = ({ name, label, unit }: Pick<DatasetColumn, 'name' | 'label' | 'unit'>) =>
  unit === undefined ? (label ?? name) : `${label ?? name} (${unit})`;

/** Refuses labels of values that would make two values one. Throws invalid_input. */
export function requireDistinctLabels(
  name: string,
  labels: NonNullable<ColumnEntry['value_labels']>,
  values: readonly string[],
): void {
  const named = new Map(labels.map(({ value: one, label }) => [String(one), label]));
  const field = `columns.${name}.value_labels`;
  if (named.size < labels.length)
    throw new AppError('invalid_input', `A value of '${name}' is labelled twice.`, {
      errors: [{ field, message: 'Name each value once.' }],
    });
  const written = new Map<string, string>();
  for (const one of new Set([...values, ...named.keys()])) {
    const label = named.get(one) ?? one;
    const other = written.get(label);
    if (other !== undefined)
      throw new AppError(
        'invalid_input',
        `The values '${other}' and '${one}' of '${name}' would both be '${label}'.`,
        { errors: [{ field, message: 'Give each value a label of its own.' }] },
      );
    written.set(label, one);
  }
}
