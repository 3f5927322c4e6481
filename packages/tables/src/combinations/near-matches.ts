import { nearReasons, type NearMatch } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { fileOf } from '../database/parquet-file.ts';
import { familyOf } from './common-storage.ts';
import type { CombinedTable } from './combined.ts';
import type { ComparedKey } from './compare-keys.ts';

/** Distinct values of each side that are compared. */
const valuesAtMost = 20_000;
/** Of these, spelling is compared of so many, which takes the square of it. */
const spelledAtMost = 2000;
const examplesAtMost = 5;

type Reason = Exclude<(typeof nearReasons)[number], 'spelling'>;

/** What two texts are alike in but for the reason, as SQL of a value. */
const forms: Readonly<Record<Reason, (value: string) => string>> = {
  case: (value) => `lower(${value})`,
  spaces: (value) => `lower(regexp_replace(trim(${value}), '[\\s\\x{00A0}]+', '', 'g'))`,
  accents: (value) =>
    `lower(strip_accents(regexp_replace(trim(${value}), '[\\s\\x{00A0}]+', '', 'g')))`,
  leading_zeros: (value) => `nullif(ltrim(lower(trim(${value})), '0'), '')`,
  // As decimals first: doubles make one of numbers beyond 2^53.
  number_as_text: (value) =>
    `coalesce(try_cast(trim(${value}) as decimal(38, 15))::varchar, ` +
    `try_cast(trim(${value}) as double)::varchar)`,
};

/**
 * Distinct values of the keys of left that right has not, but has in another form: the reasons in
 * the order of the list, each value at the first that explains it, with examples. Texts alone. And
 * whether all of them were compared.
 */
export async function findNearMatches(
  connection: DuckDBConnection,
  [one, other]: readonly [CombinedTable, CombinedTable],
  keys: readonly ComparedKey[],
): Promise<{ found: NearMatch[]; isWhole: boolean }> {
  const found: NearMatch[] = [];
  let isWhole = true;
  for (const key of keys) {
    if (key.as === undefined && familyOf(key.left.storage) !== 'text') continue;
    const distinct = (value: string, table: CombinedTable, as: 'l' | 'r'): string =>
      `select distinct ${value} as v from ${fileOf(table.table.parquet, table.table.columns)} ${as} where v is not null`;
    await connection.run(
      `create or replace temp table near_right as ${distinct(key.rightValue, other, 'r')}`,
    );
    await connection.run(
      `create or replace temp table near_left as select v from (${distinct(key.leftValue, one, 'l')}) ` +
        `where v not in (select v from near_right) order by v limit ${valuesAtMost}`,
    );
    if ((await rowsIn(connection, 'near_left')) === valuesAtMost) isWhole = false;
    for (const reason of nearReasons) {
      if (reason === 'spelling')
        for (const side of ['near_left', 'near_right'])
          if ((await rowsIn(connection, side)) > spelledAtMost) isWhole = false;
      const matches = await nearBy(connection, reason);
      if (matches.count > 0)
        found.push({ reason, left: key.left.name, right: key.right.name, ...matches });
    }
  }
  return { found, isWhole };
}

const rowsIn = async (connection: DuckDBConnection, table: string): Promise<number> =>
  Number(
    (await connection.runAndReadAll(`select count(*)::double from ${table}`)).getRows()[0]?.[0],
  );

async function nearBy(
  connection: DuckDBConnection,
  reason: NearMatch['reason'],
): Promise<Pick<NearMatch, 'count' | 'examples'>> {
  await connection.run(
    `create or replace temp table near_found as ${reason === 'spelling' ? bySpelling : byForm(forms[reason])}`,
  );
  const rows = (
    await connection.runAndReadAll(
      `select v, w, (count(*) over ())::double from near_found order by v limit ${examplesAtMost}`,
    )
  ).getRows();
  if (rows.length > 0)
    await connection.run('delete from near_left where v in (select v from near_found)');
  return {
    count: Number(rows[0]?.[2] ?? 0),
    examples: rows.map(([left, right]) => ({ left: String(left), right: String(right) })),
  };
}

const byForm = (form: (value: string) => string): string =>
  `select l.v, min(r.v) as w from near_left l join near_right r on ${form('l.v')} = ${form('r.v')} ` +
  'group by l.v';

/** A word with a digit is a code: another digit or letter makes another thing of it. */
const isCode = (value: string): string =>
  `(regexp_matches(${value}, '\\d') and not regexp_matches(trim(${value}), '\\s'))`;
const digitsIn = (value: string): string => `regexp_replace(${value}, '\\D', '', 'g')`;

/**
 * One edit up to seven letters, else two; of texts that begin or end with the same letter and have
 * the same digits, as no typing error makes one number of another. Fewer edits first.
 */
const bySpelling =
  `with a as (select v, lower(v) as s from near_left where not ${isCode('v')} order by v limit ${spelledAtMost}), ` +
  `b as (select v, lower(v) as s from near_right where not ${isCode('v')} order by v limit ${spelledAtMost}) ` +
  'select a.v, arg_min(b.v, (damerau_levenshtein(a.s, b.s), b.v)) as w from a join b on ' +
  `${digitsIn('a.s')} = ${digitsIn('b.s')} and ` +
  'abs(length(a.s) - length(b.s)) <= 2 and length(a.s) > 2 and (left(a.s, 1) = left(b.s, 1) or ' +
  'right(a.s, 1) = right(b.s, 1)) where damerau_levenshtein(a.s, b.s) <= ' +
  'case when length(a.s) < 8 then 1 else 2 end group by a.v';
