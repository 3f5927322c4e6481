import { AppError, type Aggregation, type Cell } from '@columnist/contract';
import { orderedValues, type FieldColumn } from '../table/table-column.ts';

const pivotColumnsAtMost = 100;
/** Groups that a pivot table is made of. */
export const pivotCellsAtMost = 20_000;

const keyOf = (cells: readonly Cell[]): string => JSON.stringify(cells);

/**
 * Groups as a table in which the values of `across` are the columns; `limit` is of its rows. Throws
 * too_complex.
 */
export function pivotOf(
  items: readonly (readonly Cell[])[],
  columns: readonly FieldColumn[],
  keys: readonly FieldColumn[],
  across: string,
  limit: number,
): NonNullable<Aggregation['pivot']> {
  if (items.length > pivotCellsAtMost)
    throw new AppError(
      'too_complex',
      `A pivot table of more than ${pivotCellsAtMost} groups is too large.`,
      { fix: "Keep fewer groups with 'having', or group by intervals." },
    );
  const groups = keys.length;
  const at = columns.findIndex(({ name }) => name === across);
  const crossed = keys.find(({ name }) => name === across);
  const labels = crossed === undefined ? undefined : orderedValues(crossed);
  const headers = [
    ...new Map(items.map((row) => [keyOf([row[at] ?? null]), row[at] ?? null])).values(),
  ].sort(
    labels === undefined
      ? ascending
      : (a, b) => placeIn(labels, a) - placeIn(labels, b) || ascending(a, b),
  );
  if (headers.length > pivotColumnsAtMost)
    throw new AppError(
      'too_complex',
      `'${across}' has ${headers.length} values; a pivot table has at most ${pivotColumnsAtMost} columns.`,
      { fix: 'Choose a group with fewer values for across.' },
    );
  const places = new Map(headers.map((header, i) => [keyOf([header]), i]));
  const rows = new Map<string, { keys: Cell[]; cells: (Cell[] | null)[] }>();
  for (const row of items) {
    const keys = row.slice(0, groups).filter((_, i) => i !== at);
    const entry = rows.get(keyOf(keys)) ?? { keys, cells: headers.map(() => null) };
    rows.set(keyOf(keys), entry);
    entry.cells[places.get(keyOf([row[at] ?? null])) ?? 0] = row.slice(groups);
  }
  return { across, headers, rows: [...rows.values()].slice(0, limit), total: rows.size };
}

/** Values without a place behind the others, missing last. */
function placeIn(labels: readonly string[], cell: Cell): number {
  if (cell === null) return labels.length + 1;
  const place = labels.indexOf(String(cell));
  return place < 0 ? labels.length : place;
}

/** Numbers by value, texts by code point as in the database, missing last. */
function ascending(a: Cell, b: Cell): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}
