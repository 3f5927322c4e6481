import { columnType, fewestRows, type CountedColumn } from '@columnist/contract';
import type { ColumnCells } from '@columnist/workers';

/** A column with its values that many rows have, and the rows of the most frequent one. */
export interface SortedColumn {
  readonly column: string;
  readonly values: readonly (string | number)[];
  readonly mostFrequent: number;
  /** Whether sums tell about the rows of rare values: see rareIn. */
  readonly rare: 'none' | 'few' | 'many';
  /** Whether sums tell how many rows have another than the most frequent value: see othersIn. */
  readonly others: 'none' | 'summed' | 'counted';
}

/** Common values that a description lists, so that everybody knows which rows are left. */
const listedAtMost = 10;
/** Marks of rows that one question takes; each may double the kinds. */
const marksAtMost = 8;
/** A column is uniform where one value has this share of the rows: whole sets may be alike. */
export const shareOfUniform = 0.2;
/** A column of which hardly any row has another value, in many sets of rows. */
const shareOfMost = 0.5;

/** What sums of a column tell about its rows; `rows` have a value. */
export function sortedBy(
  cells: ColumnCells,
  { name, type, distinct }: CountedColumn,
  rows: number,
  valuesAtMost: number,
): SortedColumn {
  const hasSums = type === columnType.enum.number || type === columnType.enum.boolean;
  const isOfTwo = distinct === 2;
  const rare = hasSums ? rareIn(cells, isOfTwo, rows) : 'none';
  return {
    column: name,
    values: cells.values.slice(0, valuesAtMost),
    mostFrequent: cells.mostFrequent,
    rare,
    others: hasSums && rare !== 'few' ? othersIn(cells, isOfTwo, rows) : 'none',
  };
}

/**
 * Whether sums of a column tell about its rows with rare values, which fewer than 5 rows have: not
 * where rows are hardly alike; where 1 to 4 such rows are all there are beside values that can be
 * counted, each sum is theirs (`few`); else it is that of those in the set (`many`).
 */
function rareIn(
  { values, mostFrequent, rare }: ColumnCells,
  isOfTwo: boolean,
  rows: number,
): SortedColumn['rare'] {
  if (rare === 0) return 'none';
  if (isOfTwo) return 'few';
  if (rare < fewestRows) return values.length <= listedAtMost ? 'few' : 'none';
  return mostFrequent >= shareOfUniform * rows ? 'many' : 'none';
}

/**
 * Whether sums of a column tell about its rows with another than the most frequent value: a sum of
 * two values is the number of either, whatever they are (`counted`); where most rows are alike, that
 * of a set is decided by the few others in it (`summed`).
 */
function othersIn(
  { mostFrequent, values }: ColumnCells,
  isOfTwo: boolean,
  rows: number,
): SortedColumn['others'] {
  if (isOfTwo) return 'counted';
  return values.length > 1 && mostFrequent >= shareOfMost * rows ? 'summed' : 'none';
}

/** Columns whose rows are marked in one question, and those of which no sums are given. */
export interface RareColumns {
  readonly withoutSums: ReadonlySet<string>;
  /** Their rows with values of fewer than 5 rows are marked. */
  readonly rare: readonly string[];
  /** Their rows with other values than the most frequent one are marked. */
  readonly others: readonly string[];
}

/**
 * Columns of which sums would be those of few rows, and those of which rows are marked, where the
 * question is about a part of the rows: those of all together count as answered anyhow.
 */
export function withRareRows(
  sorted: readonly SortedColumn[],
  summed: readonly string[],
  isPart: boolean,
): RareColumns {
  const asked = sorted.filter(({ column }) => summed.includes(column));
  const withoutSums = new Set(asked.flatMap((one) => (one.rare === 'few' ? one.column : [])));
  const [rare, others]: [string[], string[]] = [[], []];
  if (!isPart) return { withoutSums, rare, others };
  for (const one of asked) {
    const marks = Number(one.rare === 'many') + Number(one.others !== 'none');
    if (rare.length + others.length + marks > marksAtMost) {
      withoutSums.add(one.column);
      continue;
    }
    if (one.rare === 'many') rare.push(one.column);
    if (one.others !== 'none') others.push(one.column);
  }
  return { withoutSums, rare, others };
}
