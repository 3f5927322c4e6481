import type { Combination, Recipe } from '@columnist/contract';

const joins = {
  inner: 'inner join',
  left: 'left join',
  full: 'full join',
  semi: 'rows with a match',
  anti: 'rows without a match',
  as_of: 'join with the nearest row',
} as const;

/** How a dataset was made, in words: 'left join of a.csv and b.csv by id'. */
export function sayRecipe({ combination, sql, sources }: Recipe): string {
  const names = sources.map(({ name }) => name);
  if (combination !== null) return sayCombination(combination, names);
  return sql === null
    ? `rows of ${names.join('')}`
    : `SQL over ${names.join(', ') || 'no dataset'}`;
}

function sayCombination(combination: Combination, names: readonly string[]): string {
  const [first = '', second = ''] = names;
  if (combination.kind === 'append') return `rows of ${names.join(', ')} below one another`;
  if (combination.kind === 'pivot')
    return `${combination.values_from} of ${first} by ${combination.rows.join(', ')}, one column for each ${combination.names_from}`;
  if (combination.kind === 'unpivot')
    return `${combination.columns.length} columns of ${first} as rows`;
  const keys = [
    ...(combination.keys ?? []),
    ...(combination.how === 'as_of' && combination.at !== undefined ? [combination.at] : []),
  ].map(({ left, right }) => (left === right ? left : `${left} = ${right}`));
  return `${joins[combination.how]} of ${first} and ${second} by ${keys.join(', ')}`;
}
