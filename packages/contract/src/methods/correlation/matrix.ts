import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { slot } from '../define-method.ts';
import { columnName, field } from '../field.ts';
import type { Leaning } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';

const columnsAtMost = 10;
const pairUp = (columns: readonly string[]): string[][] =>
  columns.flatMap((x, i) => columns.slice(i + 1).map((y) => [x, y]));

/** What correlations of every pair of columns share. */
export const matrix = {
  family: 'correlations',
  tier: 'free',
  advised: true,
  asks: 'how closely every pair of number columns goes together',
  input: {
    columns: field(
      z.array(columnName()).min(2).max(60).describe('Number columns; every pair of them is given.'),
      { kind: 'numbers', label: 'Columns', most: 60 },
    ),
    ...rowsAsked,
  },
  sentence: ['Relate', slot('columns')],
  details: [],
} as const;

/** Of every pair of columns; a matrix has nothing to leave out. */
export function ofPairs(columns: readonly string[], fewest: number): Leaning {
  if (columns.length > columnsAtMost)
    throw new AppError(
      'too_complex',
      `A credential that may not read rows correlates at most ${columnsAtMost} columns in one call.`,
    );
  return {
    columns,
    by: [],
    fewest,
    products: pairUp([...new Set(columns)]),
    shows: 'everything',
  };
}
