import type { CountedColumn, JoinKey, KeySuggestion } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { fileOf } from '../database/parquet-file.ts';
import { familyOf } from './common-storage.ts';
import type { CombinedTable } from './combined.ts';
import { columnsOf, compareKey } from './compare-keys.ts';

type Tables = readonly [CombinedTable, CombinedTable];

/** Pairs of columns whose values are compared; fewer where the tables are long. */
const pairsAtMost = (rows: number): number => (rows > 1_000_000 ? 6 : 16);
const suggestionsAtMost = 5;
/** Below it a pair shares values by chance. */
const leastShare = 0.05;
/** Of a further key. */
const halfShare = 0.5;
const fewNumbers = 20;

interface Candidate {
  readonly key: JoinKey;
  readonly likeness: number;
  readonly distinct: number;
}

/**
 * Pairs of columns by which the tables may be joined, the best first: by their names, their types
 * and the share of the distinct values of each that the other has.
 */
export async function suggestKeys(
  connection: DuckDBConnection,
  tables: Tables,
): Promise<KeySuggestion[]> {
  const [left, right] = [columnsOf(tables[0]), columnsOf(tables[1])];
  const candidates = left
    .flatMap((one) => right.flatMap((other) => candidateOf(one, other)))
    .sort((a, b) => b.likeness - a.likeness || b.distinct - a.distinct)
    .slice(0, pairsAtMost(tables[0].table.rowCount + tables[1].table.rowCount));
  const found: { suggestion: KeySuggestion; score: number }[] = [];
  for (const { key, likeness } of candidates) {
    const suggestion = await measure(connection, tables, key);
    const most = Math.max(suggestion.left_share, suggestion.right_share);
    if (most < leastShare) continue;
    const unique = Math.max(
      suggestion.left_distinct / Math.max(1, tables[0].table.rowCount),
      suggestion.right_distinct / Math.max(1, tables[1].table.rowCount),
    );
    found.push({ suggestion, score: 0.5 * likeness + 0.3 * most + 0.2 * unique });
  }
  return found
    .sort((a, b) => b.score - a.score)
    .slice(0, suggestionsAtMost)
    .map(({ suggestion }) => suggestion);
}

/** Measures of a scale are no keys; small whole numbers of other names are alike by chance. */
function candidateOf(one: CountedColumn, other: CountedColumn): Candidate[] {
  const families = [familyOf(one.storage), familyOf(other.storage)];
  const isWritten =
    families[0] !== families[1] && families.includes('number') && families.includes('text');
  if (families[0] !== families[1] && !isWritten) return [];
  if (families.includes('boolean') || one.distinct === 0 || other.distinct === 0) return [];
  const likeness = likenessOf(one.name, other.name);
  const isMeasure = [one, other].some(
    ({ type, storage }) => type === 'number' && storage !== 'BIGINT',
  );
  const isSmall =
    families.includes('number') && Math.min(one.distinct, other.distinct) < fewNumbers;
  if (isMeasure || (likeness === 0 && (isWritten || isSmall || isApart(one, other)))) return [];
  return [
    {
      key: { left: one.name, right: other.name, ...(isWritten ? { as: 'text' as const } : {}) },
      likeness,
      distinct: Math.min(one.distinct, other.distinct),
    },
  ];
}

const isApart = (one: CountedColumn, other: CountedColumn): boolean =>
  one.low !== null &&
  one.high !== null &&
  other.low !== null &&
  other.high !== null &&
  typeof one.low === typeof other.low &&
  (one.low > other.high || other.low > one.high);

/** 1 for the same name but for case and signs, 0.5 where one ends like the other, else 0. */
function likenessOf(one: string, other: string): number {
  const [a, b] = [plain(one), plain(other)];
  if (a === b) return 1;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 2 && (long.endsWith(short) || long.startsWith(short)) ? 0.5 : 0;
}

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

async function measure(
  connection: DuckDBConnection,
  tables: Tables,
  key: JoinKey,
): Promise<KeySuggestion> {
  const { leftValue, rightValue } = compareKey(key, tables);
  const distinct = (value: string, as: 'l' | 'r', { table }: CombinedTable): string =>
    `(select distinct ${value} as k from ${fileOf(table.parquet, table.columns)} ${as} where k is not null)`;
  const [row = []] = (
    await connection.runAndReadAll(
      `with a as materialized ${distinct(leftValue, 'l', tables[0])}, ` +
        `b as materialized ${distinct(rightValue, 'r', tables[1])} ` +
        'select (select count(*) from a)::double, (select count(*) from b)::double, ' +
        '(select count(*) from a join b using (k))::double',
    )
  ).getRows();
  const [left = 0, right = 0, both = 0] = row.map(Number);
  return {
    left: key.left,
    right: key.right,
    ...(key.as === undefined ? {} : { as: key.as }),
    left_share: left === 0 ? 0 : both / left,
    right_share: right === 0 ? 0 : both / right,
    left_distinct: left,
    right_distinct: right,
  };
}

const isUnique = (
  { left_distinct, right_distinct }: KeySuggestion,
  [one, other]: Tables,
): boolean => left_distinct === one.table.rowCount || right_distinct === other.table.rowCount;

/**
 * The first suggestion; where its values repeat on both sides, with the others whose columns have
 * the same names, which together may identify a row.
 */
export function takeKeys(suggested: readonly KeySuggestion[], tables: Tables): JoinKey[] {
  const [first, ...others] = suggested;
  if (first === undefined) return [];
  const more = isUnique(first, tables)
    ? []
    : others.filter(
        ({ left, right, left_share: ofLeft, right_share: ofRight }) =>
          Math.max(ofLeft, ofRight) >= halfShare &&
          plain(left) === plain(right) &&
          left !== first.left &&
          right !== first.right,
      );
  return [first, ...more].map(({ left, right, as }) => ({
    left,
    right,
    ...(as === undefined ? {} : { as }),
  }));
}
