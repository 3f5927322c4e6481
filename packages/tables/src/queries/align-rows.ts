import type { DuckDBConnection } from '@duckdb/node-api';
import { deflateRawSync } from 'node:zlib';
import { fieldsOf } from '../table/table-column.ts';
import type { AlignedRows, AlignInput } from './inputs.ts';
import type { TableRef } from '../table/table-ref.ts';
import { fileOf, rowNumber } from '../database/parquet-file.ts';

/** Columns that are looked at for one that names its rows. */
const keysTried = 50;

/**
 * Which rows of several tables are the same. Rows that are equal in every column that all tables
 * have are one row, the first of them
 * in each table with the first, and so on. Of another version of the first table, what is left is
 * matched by a column that has
 * another value in every row of both, or else in the order of the rows: such rows are of one
 * person, with other values.
 */
export async function alignRows(
  connection: DuckDBConnection,
  tables: readonly TableRef[],
  { versions }: AlignInput,
): Promise<AlignedRows> {
  const [first] = tables;
  if (first === undefined) return { rows: [], persons: [] };
  const common = first.columns
    .filter(({ name, storage }) =>
      tables.every(({ columns }) =>
        columns.some((other) => other.name === name && other.storage === storage),
      ),
    )
    .map(({ name }) => name);
  const fields = tables.map(
    ({ columns }) => new Map(fieldsOf(columns).map(({ name, field }) => [name, field])),
  );
  for (const [i, { parquet }] of tables.entries()) {
    const hashed =
      common.length === 0
        ? `hash(${i}, ${rowNumber})`
        : `hash(${common.map((name) => fields[i]?.get(name) ?? 'null').join(', ')})`;
    const keys = common
      .slice(0, keysTried)
      .map((name, k) => `, ${fields[i]?.get(name) ?? 'null'}::varchar as k${k}`);
    await connection.run(
      `create or replace temp table t${i} as select ${rowNumber} as place, h, row_number() over (partition by h order by ${rowNumber}) as o${common
        .slice(0, keysTried)
        .map((_, k) => `, k${k}`)
        .join(
          '',
        )} from (select ${rowNumber}, ${hashed} as h${keys.join('')} from ${fileOf(parquet)})`,
    );
  }
  await connection.run(
    'create or replace temp table found as select h, o, row_number() over (order by h, ' +
      'o) - 1 as id from ' +
      `(${tables.map((_, i) => `select h, o from t${i}`).join(' union ')})`,
  );
  const rows: Int32Array[] = [];
  for (const i of tables.keys()) {
    const read = await connection.runAndReadAll(
      `select f.id::double from t${i} t join found f using (h, o) order by t.place`,
    );
    rows.push(Int32Array.from(read.getColumns()[0] ?? [], Number));
  }
  const person = Int32Array.from(
    {
      length: Math.max(
        0,
        ...rows.map((ids) => ids.reduce((most, id) => Math.max(most, id + 1), 0)),
      ),
    },
    (_, id) => id,
  );
  const personOf = (id: number): number => {
    let at = id;
    while (person[at] !== at) at = person[at] ?? at;
    return at;
  };
  for (const i of versions)
    for (const [a, b] of await leftPairs(connection, i, common.slice(0, keysTried)))
      person[Math.max(personOf(a), personOf(b))] = Math.min(personOf(a), personOf(b));
  return { rows: rows.map(packed), persons: rows.map((ids) => packed(ids.map(personOf))) };
}

/** Pairs of rows, one of the first table alone and one of another alone, that are of one person. */
async function leftPairs(
  connection: DuckDBConnection,
  i: number,
  keys: readonly string[],
): Promise<[number, number][]> {
  const left = (one: string, other: string): string =>
    `select t.*, f.id from ${one} t join found f using (h, o) where not exists (select 1 ` +
    `from ${other} s where s.h = t.h and s.o = t.o)`;
  await connection.run(`create or replace temp table a as ${left('t0', `t${i}`)}`);
  await connection.run(`create or replace temp table b as ${left(`t${i}`, 't0')}`);
  const pairs = async (on: string, from = ['a', 'b']): Promise<[number, number][]> =>
    (
      await connection.runAndReadAll(
        `select a.id::double, b.id::double from ${from[0] ?? ''} a join ${from[1] ?? ''} b on ${on}`,
      )
    )
      .getRows()
      .map(([a, b]) => [Number(a), Number(b)]);
  for (const k of keys.keys()) {
    const [row] = (
      await connection.runAndReadAll(
        `select (select count(*) = count(distinct k${k}) from t0) and (select count(*) = ` +
          `count(distinct k${k}) from t${i}) and (select 2 * count(*) from a join b using ` +
          `(k${k})) >= (select least((select count(*) from a), (select count(*) from b)))`,
      )
    ).getRows();
    if (row?.[0] === true) return pairs(`a.k${k} = b.k${k}`);
  }
  const placed = (name: string): string =>
    `(select id, row_number() over (order by place) as p from ${name})`;
  return pairs('a.p = b.p', [placed('a'), placed('b')]);
}

const packed = (labels: Int32Array): string =>
  deflateRawSync(Buffer.from(labels.buffer)).toString('base64');
