import { AppError, type Join, type JoinReport } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { fileOf, rowNumber } from '../database/parquet-file.ts';
import { commonStorage, castTo } from './common-storage.ts';
import { columnsOf, compareKey, compareOrder, type ComparedKey } from './compare-keys.ts';
import {
  count,
  FreeNames,
  type Combined,
  type CombinedColumn,
  type CombinedTable,
} from './combined.ts';
import { countKeys, countMatches, sideCounts, type SideCounts } from './match-keys.ts';
import { matchNearest } from './match-nearest.ts';
import { findNearMatches } from './near-matches.ts';
import { suggestKeys, takeKeys } from './suggest-keys.ts';

type Tables = readonly [CombinedTable, CombinedTable];

/**
 * Two tables joined by equal keys, or by the nearest number or time. A missing value equals
 * nothing. With `explain`, keys that are left out are suggested and near matches are looked for.
 * Throws unknown_column, wrong_column_type, invalid_input.
 */
export async function joinTables(
  connection: DuckDBConnection,
  join: Join,
  tables: Tables,
  explain: boolean,
): Promise<Combined> {
  const isNearest = join.how === 'as_of';
  if (join.at !== undefined && !isNearest)
    throw new AppError('invalid_input', `A ${join.how} join compares keys for equality alone.`, {
      errors: [{ field: 'at', message: "Leave it out, or join with how 'as_of'." }],
    });
  const at = isNearest ? nearestColumn(join, tables) : null;
  const suggested = explain ? await suggestKeys(connection, tables) : [];
  const chosen = join.keys ?? (explain && !isNearest ? takeKeys(suggested, tables) : []);
  const keys = chosen.map((key) => compareKey(key, tables));
  if (keys.length === 0 && !isNearest)
    throw new AppError('invalid_input', 'Say by which columns the tables are joined.', {
      errors: [{ field: 'keys', message: 'Name a column of left and one of right.' }],
      fix: explain
        ? 'No two columns have values in common: name the columns in keys.'
        : 'Ask for a preview without a name and without keys: it suggests some.',
    });
  const compared = at === null ? keys : [...keys, at];
  for (const [side, as] of [
    ['left', 'l'],
    ['right', 'r'],
  ] as const)
    await countKeys(
      connection,
      tables[as === 'l' ? 0 : 1],
      as,
      compared.map((key) => key[`${side}Value`]),
      compared.some(
        (key) => key.as === undefined && isUnique(key[side], tables[as === 'l' ? 0 : 1]),
      ),
    );
  const counts =
    at === null || join.at === undefined
      ? await countMatches(connection, tables, compared)
      : await nearestCounts(connection, tables, keys, at, join.at);
  const near =
    explain && at === null
      ? await findNearMatches(connection, tables, keys)
      : { found: [], isWhole: true };
  const named = namesOf(join, tables, keys);
  return {
    ...named,
    ...sourceOf(join, tables, keys),
    rowCount: rowsOf(join.how, counts),
    warnings: warningsOf(join, tables, counts),
    append: null,
    join: {
      keys: chosen.map(({ left, right, as }) => ({
        left,
        right,
        ...(as === undefined ? {} : { as }),
      })),
      suggested,
      left: counts.left,
      right: counts.right,
      near_matches: near.found,
      near_matches_whole: near.isWhole,
    } satisfies JoinReport,
  };
}

/** Each row that has a value has one of its own. */
const isUnique = ({ distinct, missing }: ComparedKey['left'], { table }: CombinedTable): boolean =>
  distinct + missing === table.rowCount;

interface Counts {
  readonly left: SideCounts;
  readonly right: SideCounts;
  readonly pairs: number;
}

function nearestColumn({ at, how }: Join, tables: Tables): ComparedKey {
  if (at === undefined)
    throw new AppError('invalid_input', `A join ${how} needs the columns to be compared.`, {
      errors: [{ field: 'at', message: 'Name a number, date or time of left and of right.' }],
    });
  const found = compareOrder({ left: at.left, right: at.right }, tables);
  if (found.left.type !== 'number' && found.left.type !== 'datetime')
    throw new AppError(
      'wrong_column_type',
      `'${found.left.name}' has no order by which the nearest row could be found.`,
      { column: found.left.name, fix: 'Name a number, a date or a time in at.' },
    );
  return found;
}

async function nearestCounts(
  connection: DuckDBConnection,
  tables: Tables,
  keys: readonly ComparedKey[],
  at: ComparedKey,
  how: NonNullable<Join['at']>,
): Promise<Counts> {
  await matchNearest(connection, tables, keys, at, how);
  const [row = []] = (
    await connection.runAndReadAll(
      'select count(r)::double, count(distinct r)::double from nearest',
    )
  ).getRows();
  const [left = 0, right = 0] = row.map(Number);
  return {
    left: await sideCounts(connection, tables[0], 'l', left),
    right: await sideCounts(connection, tables[1], 'r', right),
    pairs: left,
  };
}

function rowsOf(how: Join['how'], { left, right, pairs }: Counts): number {
  if (how === 'inner') return pairs;
  if (how === 'semi') return left.matched;
  if (how === 'anti') return left.unmatched;
  if (how === 'as_of') return left.rows;
  return pairs + left.unmatched + (how === 'full' ? right.unmatched : 0);
}

function warningsOf(
  { how }: Join,
  tables: Tables,
  { left, right, pairs }: Counts,
): Combined['warnings'] {
  const [one, other] = tables;
  if (pairs === 0)
    return [
      {
        code: 'nothing_matches',
        message: `No row of '${one.name}' has a row of '${other.name}' with the same key.`,
      },
    ];
  if (how === 'semi' || how === 'anti' || how === 'as_of' || pairs <= left.matched) return [];
  const many =
    left.most_rows_of_a_key > 1 && pairs > right.matched
      ? `, and keys of '${one.name}' have up to ${count(left.most_rows_of_a_key)}`
      : '';
  return [
    {
      code: 'rows_multiply',
      message:
        `${count(left.matched)} rows of '${one.name}' become ${count(pairs)}: keys of ` +
        `'${other.name}' have up to ${count(right.most_rows_of_a_key)} rows each${many}.`,
    },
  ];
}

/** All columns of left, then those of right that are no keys; of a full join keys of either. */
function namesOf(
  { how, suffix }: Join,
  tables: Tables,
  keys: readonly ComparedKey[],
): Pick<Combined, 'columns' | 'renamed'> {
  const left = columnsOf(tables[0]).map((column): CombinedColumn => {
    const own = `l.${column.field}`;
    const key = how === 'full' ? keys.find((one) => one.left.name === column.name) : undefined;
    const storage = key === undefined ? null : commonStorage([key.left, key.right]);
    if (key === undefined || storage === null || key.as !== undefined)
      return { ...column, value: own };
    const both = `coalesce(${castTo(storage, own)}, ${castTo(storage, `r.${key.right.field}`)})`;
    return { ...column, storage, value: both };
  });
  if (how === 'semi' || how === 'anti') return { columns: left, renamed: [] };
  const names = new FreeNames(
    left.map(({ name }) => name),
    suffix,
  );
  const isShown = (name: string): boolean =>
    !keys.some(
      ({ right, left: of, as }) =>
        right.name === name &&
        !(how === 'full' && (as !== undefined || commonStorage([of, right]) === null)),
    );
  const right = columnsOf(tables[1])
    .filter(({ name }) => isShown(name))
    .map((column): CombinedColumn => ({
      ...column,
      name: names.take(column.name),
      value: `r.${column.field}`,
    }));
  return { columns: [...left, ...right], renamed: names.renamed };
}

const words: Readonly<Record<Exclude<Join['how'], 'as_of'>, string>> = {
  inner: 'join',
  left: 'left join',
  full: 'full join',
  semi: 'semi join',
  anti: 'anti join',
};

function sourceOf(
  { how }: Join,
  [one, other]: Tables,
  keys: readonly ComparedKey[],
): Pick<Combined, 'from' | 'order'> {
  const [l, r] = [
    `${fileOf(one.table.parquet, one.table.columns)} l`,
    `${fileOf(other.table.parquet, other.table.columns)} r`,
  ];
  if (how === 'as_of')
    return {
      from: `${l} join nearest p on p.l = l.${rowNumber} left join ${r} on r.${rowNumber} = p.r`,
      order: [`l.${rowNumber}`],
    };
  const equal = keys.map(({ leftValue, rightValue }) => `${leftValue} = ${rightValue}`);
  return {
    from: `${l} ${words[how]} ${r} on ${equal.join(' and ')}`,
    order:
      how === 'semi' || how === 'anti'
        ? [`l.${rowNumber}`]
        : [`l.${rowNumber} nulls last`, `r.${rowNumber} nulls last`],
  };
}
