import type { AlertThresholds, ColumnDescription } from '@columnist/contract';
import { rowNumber } from '@columnist/tables/database/parquet-file';
import type { TableReader } from '@columnist/tables/views/table-reader';

/** Rows after one another without a value, from 1. */
export interface MissingRun {
  readonly first: number;
  readonly last: number;
}

const shortest = 10;
const columnsAtMost = 20;

/**
 * The longest run of rows without a value, of columns that miss at most half: where it has half of
 * the missing values and is twice as long as chance makes it. One pass over the missing rows of a
 * column.
 */
export async function missingRuns(
  reader: TableReader,
  rows: number,
  columns: readonly ColumnDescription[],
  thresholds: AlertThresholds,
): Promise<Map<string, MissingRun>> {
  const found = new Map<string, MissingRun>();
  const gapped = columns
    .filter(
      ({ missing }) =>
        missing >= Math.max(shortest, thresholds.missing * rows) && missing <= 0.5 * rows,
    )
    .slice(0, columnsAtMost);
  for (const { name, missing } of gapped) {
    const field = reader.columns.find((column) => column.name === name)?.field;
    if (field === undefined) continue;
    const [row = []] = await reader.rows(
      `select min(r)::double, max(r)::double from (select ${rowNumber} r, ${rowNumber} - row_number() over (order by ${rowNumber}) run from ${reader.source} where ${field} is null) group by run order by count(*) desc, 1 limit 1`,
    );
    const [first = NaN, last = NaN] = row.map((place) => Number(place) + 1);
    const length = last - first + 1;
    const byChance = Math.log(rows - missing) / Math.log(rows / missing);
    if (length >= shortest && length >= 0.5 * missing && length >= 2 * byChance)
      found.set(name, { first, last });
  }
  return found;
}

/** Behind ‘in 168 rows (12%)’. */
export function sayRun(run: MissingRun | undefined, missing: number): string {
  if (run === undefined) return '';
  const length = run.last - run.first + 1;
  const place = `rows ${run.first.toLocaleString('en')} to ${run.last.toLocaleString('en')}`;
  return length === missing
    ? `, one unbroken run: ${place}`
    : `, ${length.toLocaleString('en')} of them in one unbroken run: ${place}`;
}
