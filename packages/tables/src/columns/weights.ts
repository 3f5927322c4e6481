import { AppError } from '@columnist/contract';
import { placeOf } from '@columnist/statistics';
import type { TableColumn } from '../table/table-column.ts';
import type { ColumnValues } from './read-values.ts';

/** Throws wrong_column_type for weights that are no numbers. */
export function requireWeights({ name, type }: Pick<TableColumn, 'name' | 'type'>): void {
  if (type === 'number') return;
  throw new AppError('wrong_column_type', `'${name}' is a ${type} column; weights are numbers.`, {
    column: name,
    fix: 'Name a number column as weights.',
  });
}

/**
 * The weight of each row. Throws invalid_input for one below 0 or infinite, with its row where that
 * is known.
 */
export async function weightsOf(
  { values, scale }: ColumnValues,
  name: string,
  rowAt?: (place: number) => Promise<number>,
): Promise<Float64Array> {
  const weights = values.map((value) => placeOf(scale, value));
  const wrong = weights.findIndex((weight) => weight < 0 || weight === Infinity);
  if (wrong >= 0)
    throw new AppError(
      'invalid_input',
      `'${name}' has a weight ${(weights[wrong] ?? 0) < 0 ? 'below 0' : 'that is infinite'}` +
        `${rowAt === undefined ? '' : `, in row ${await rowAt(wrong)}`}.`,
      {
        errors: [{ field: 'weights', message: 'Weights are 0 or more.' }],
        fix: 'Leave those rows out with a view.',
      },
    );
  return weights;
}

/** Values that are present and have a weight above 0, with their weights. */
export interface Weighable {
  readonly values: Float64Array;
  readonly weights: Float64Array;
}

/** Those of all; null where there are none. */
export function weighable(values: Float64Array, weights: Float64Array): Weighable | null {
  const rows = Array.from(values.keys()).filter(
    (row) => Number.isFinite(values[row]) && (weights[row] ?? NaN) > 0,
  );
  return rows.length === 0
    ? null
    : {
        values: Float64Array.from(rows, (row) => values[row] ?? NaN),
        weights: Float64Array.from(rows, (row) => weights[row] ?? NaN),
      };
}
