import type { CorrelationMatrix, Description } from '@columnist/contract';
import type { DescribeInput } from './inputs.ts';

/** The part of a profile on the named columns; null where it does not hold what is asked. */
export function partOfProfile(
  profile: Description,
  { columns: names, correlations: wanted }: Pick<DescribeInput, 'columns' | 'correlations'>,
): Pick<Description, 'columns' | 'correlations'> | null {
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
