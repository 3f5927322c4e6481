import { truthOf, writtenAs } from '@columnist/contract';
import type { TableColumn } from '@columnist/tables/table/table-column';

/**
 * Which of two values, in their order, is the event, or the exposed group: not the one that the
 * dictionary states as reference; else the one that says yes; else the second, as in a regression.
 */
export function eventAmong(
  [first = '', second = '']: readonly string[],
  reference: string | undefined,
): { readonly event: string; readonly other: string } {
  const isFirst =
    reference === first || reference === second
      ? reference === second
      : saysYes(first) === true && saysYes(second) === false;
  return isFirst ? { event: first, other: second } : { event: second, other: first };
}

/** A word for yes or no of any language that is read, or 1 or 0; undefined of any other value. */
const saysYes = (value: string): boolean | undefined =>
  value === '1' || value === '0' ? value === '1' : truthOf(value);

/** The value that the dictionary states as reference, as answers write it. */
export const statedReference = (column: TableColumn): string | undefined =>
  column.reference === undefined || column.storage !== 'VARCHAR'
    ? undefined
    : writtenAs(column, column.reference);
