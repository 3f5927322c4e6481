import { momentsOf, tabulate } from '@columnist/statistics';
import { unfit } from './finding.ts';

/** A constant column goes together with nothing. */
export function requireSpread(
  names: readonly string[],
  columns: readonly Float64Array[],
  least: number,
): void {
  const n = columns[0]?.length ?? 0;
  if (n < least)
    throw unfit(
      `${n} rows have every value; this needs at least ${least}.`,
      'x',
      'Choose other columns or another view.',
    );
  const constant = columns.findIndex((values) => momentsOf(tabulate(values)).m2 === 0);
  if (constant >= 0)
    throw unfit(
      `All values of '${names[constant] ?? ''}' are equal here.`,
      'x',
      'Choose a column that varies.',
    );
}
