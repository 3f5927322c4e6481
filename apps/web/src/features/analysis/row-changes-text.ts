import { forSpreadsheetFile, type Cell, type RowChanges } from '@columnist/contract';
import { plural } from '../../lib/formats.ts';

export const sayCell = (cell: Cell): string => (cell === null ? 'missing' : String(cell));

/** '2 rows changed in 3 cells, most in price; 1 row was added and none was removed.' */
export function saidOf({ counts, cells_by_column: cells, key }: RowChanges): string {
  const { added, removed, changed } = counts;
  const by = key.length === 0 ? 'by their place' : `by ${key.join(' and ')}`;
  if (added + removed + changed === 0) return `No row differs ${by}.`;
  const [most, ...others] = cells;
  const where =
    most === undefined
      ? ''
      : others.length === 0
        ? ` of ${most.column}`
        : `, most in ${most.column}`;
  return (
    (changed === 0
      ? `No row changed ${by}`
      : `${plural(changed, 'row')} changed ${by}, in ${plural(counts.cells, 'cell')}${where}`) +
    `; ${added === 0 ? 'none was' : `${plural(added, 'row')} ${added === 1 ? 'was' : 'were'}`} added, ` +
    `${removed === 0 ? 'none' : plural(removed, 'row')} removed.`
  );
}

const csvCell = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return `"${forSpreadsheetFile(String(cell)).replaceAll('"', '""')}"`;
};

/** A line for each cell that changed, and for each value of a row that came or went. */
export function csvOfChanges(pages: readonly RowChanges[]): string {
  const key = pages[0]?.key ?? [];
  const head = ['change', 'row before', 'row after', ...key, 'column', 'before', 'after'];
  const lines = pages.flatMap(({ items }) =>
    items.flatMap(({ kind, row_from, row_to, key: values, cells }) =>
      cells.map(({ column, from, to }) =>
        [kind, row_from, row_to, ...values, column, from, to].map(csvCell).join(','),
      ),
    ),
  );
  return `${[head.map(csvCell).join(','), ...lines].join('\n')}\n`;
}
