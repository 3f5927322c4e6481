import { unfit } from '../finding.ts';
import type { NumberColumns } from '../read-numbers.ts';

/** Columns that vary, over the rows where all are present. */
export function requireSpread(
  names: readonly string[],
  read: NumberColumns,
  least: number,
): Pick<NumberColumns, 'columns' | 'scales'> {
  if (read.used < least)
    throw unfit(
      `${read.used} rows have every value; this needs ${least}.`,
      'columns',
      'Name fewer columns, fill missing values with a view, or choose another view.',
    );
  const { columns, scales } = read;
  const flat = names.find((_, i) => columns[i]?.every((value) => value === columns[i]?.[0]));
  if (flat !== undefined)
    throw unfit(
      `All values of '${flat.slice(0, 100)}' are equal in these rows.`,
      'columns',
      'Leave the column out.',
    );
  return { columns, scales };
}

const pointsDrawn = 800;
/** Every n-th row, so that a picture has not too many points. */
export function drawnPlaces(n: number): number[] {
  const step = Math.max(1, Math.ceil(n / pointsDrawn));
  return Array.from({ length: Math.ceil(n / step) }, (_, i) => i * step);
}
