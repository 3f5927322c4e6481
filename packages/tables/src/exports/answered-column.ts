import type { Cell, ColumnType } from '@columnist/contract';
import type { TableColumn } from '../table/table-column.ts';

/** A column of a table of an answer; its type where the answer says it. */
export interface AnsweredColumn {
  readonly name: string;
  readonly type?: ColumnType | undefined;
}

const date = String.raw`[+-]?\d{4,6}-\d\d-\d\d`;
const clock = String.raw`\d\d:\d\d:\d\d(?:\.\d+)?`;
/** How answers write moments, by how they are kept: all values of a column in one of these forms. */
const moments: readonly (readonly [storage: string, form: RegExp])[] = [
  ['DATE', new RegExp(`^${date}$`)],
  ['TIME', new RegExp(`^${clock}$`)],
  ['TIMESTAMPTZ', new RegExp(`^${date}T${clock}Z$`)],
  ['TIMESTAMP', new RegExp(`^${date}T${clock}$`)],
];

/**
 * How the cells of a column of an answer are kept: numbers where every cell is one, truth values
 * likewise, moments where every cell is written as answers write them; else texts. A column that the
 * answer calls text stays text, whatever it looks like.
 */
export function answeredColumn(
  { name, type }: AnsweredColumn,
  cells: readonly Cell[],
): TableColumn {
  const present = cells.filter((cell) => cell !== null);
  const all = (test: (cell: Cell) => boolean): boolean => present.length > 0 && present.every(test);
  if (all((cell) => typeof cell === 'number')) return { name, type: 'number', storage: 'DOUBLE' };
  if (all((cell) => typeof cell === 'boolean'))
    return { name, type: 'boolean', storage: 'BOOLEAN' };
  const moment =
    type === undefined || type === 'datetime'
      ? moments.find(([, form]) => all((cell) => typeof cell === 'string' && form.test(cell)))
      : undefined;
  return moment === undefined
    ? { name, type: 'text', storage: 'VARCHAR' }
    : { name, type: 'datetime', storage: moment[0] };
}
