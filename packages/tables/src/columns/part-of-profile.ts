import { describeOptions, type CorrelationMatrix, type Description } from '@columnist/contract';
import { z } from 'zod';
import type { DescribeInput } from './inputs.ts';

const { columns: _columns, correlations: _correlations, ...shaping } = describeOptions;
const shape = z.object(shaping);
const written = (options: DescribeInput): string => JSON.stringify(shape.parse(options));
const usual = JSON.stringify(shape.parse({}));

/**
 * Whether options are those of a profile: all that shape figures have their defaults. Columns and
 * correlations are parts of it.
 */
export const isOfProfile = (options: DescribeInput): boolean => written(options) === usual;

/**
 * The part of a profile, which has the default options, on the named columns; null where it does
 * not hold what is asked.
 */
export function partOfProfile(
  profile: Description,
  input: DescribeInput,
): Pick<Description, 'columns' | 'correlations'> | null {
  if (!isOfProfile(input)) return null;
  const { columns: names, correlations: wanted } = input;
  const columns = names === undefined ? profile.columns : namedOnce(profile.columns, names);
  if (columns === null) return null;
  const numbers = columns.filter((column) => column.type === 'number').map((column) => column.name);
  const isRelated = wanted && numbers.length > 1;
  // Too many columns for a matrix of them all, but perhaps not of these.
  if (isRelated && names !== undefined && profile.correlations === null) return null;
  const correlations =
    isRelated && profile.correlations !== null
      ? {
          pearson: pickPairs(profile.correlations.pearson, numbers),
          spearman: pickPairs(profile.correlations.spearman, numbers),
        }
      : null;
  return { columns, correlations };
}

/** In the order asked for; null where a name is unknown or comes twice, which the engine words. */
function namedOnce(
  columns: Description['columns'],
  names: readonly string[],
): Description['columns'] | null {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const named = names.flatMap((name) => byName.get(name) ?? []);
  return named.length === names.length && new Set(names).size === names.length ? named : null;
}

/** The part of a matrix on the named columns, its pairs in their order. */
function pickPairs(matrix: CorrelationMatrix, columns: string[]): CorrelationMatrix {
  const keyOf = (x: string, y: string): string => JSON.stringify([x, y]);
  const pairs = new Map(
    matrix.pairs.flatMap(
      (pair) =>
        [
          [keyOf(pair.x, pair.y), pair],
          [keyOf(pair.y, pair.x), pair],
        ] as const,
    ),
  );
  const picked = columns.flatMap((x, i) =>
    columns.slice(i + 1).flatMap((y) => {
      const pair = pairs.get(keyOf(x, y));
      return pair === undefined ? [] : [{ ...pair, x, y }];
    }),
  );
  return { ...matrix, columns, pairs: picked };
}
