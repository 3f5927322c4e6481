import { findColumn } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { deflateRawSync } from 'node:zlib';
import { fieldsOf, type FieldColumn } from '../table/table-column.ts';
import type { AlignedRows, AlignInput } from './inputs.ts';
import type { TableRef } from '../table/table-ref.ts';
import { fileOf, rowNumber } from '../database/parquet-file.ts';
import { comparedAs } from './measure-cells.ts';

/** Columns that are looked at for one that names its rows. */
const keysTried = 50;

/**
 * Which rows of several tables are the same. Rows that are equal in every column that a table shares
 * with the first one are one row, the first of them in each table with the first, and so on; rows
 * that the first has not are compared among the tables that share the same columns with it. What is
 * left is matched by a column that has another value in every row of both, or else, of another
 * version of the first table, in the order of the rows: such rows are of one person, with other
 * values.
 */
export async function alignRows(
  connection: DuckDBConnection,
  tables: readonly TableRef[],
  { shared, versions }: AlignInput,
): Promise<AlignedRows> {
  const [first] = tables;
  if (first === undefined) return { rows: [], persons: [] };
  const others = [...tables.keys()].slice(1);
  const alike = Map.groupBy(others, (i) =>
    (shared[i - 1] ?? []).map((one) => one.first).join('\n'),
  );
  const groups = alike.size === 0 ? [[]] : [...alike.values()];
  const [same, ofOnePerson] = [new Joined(), new Joined()];
  const numbers = new Map<number, Int32Array>();
  let taken = 0;
  for (const group of groups) {
    const members = [0, ...group];
    for (const i of members)
      await placeRows(connection, tables[i] ?? first, i, shared[(i || group[0] || 1) - 1] ?? []);
    await connection.run(
      `create or replace temp table found as select h, o, row_number() over (order by h, o) - 1 + ${taken} as id from (${members.map((i) => `select h, o from t${i}`).join(' union ')})`,
    );
    for (const i of members) {
      const read = await connection.runAndReadAll(
        `select f.id::double from t${i} t join found f using (h, o) order by t.place`,
      );
      const ids = Int32Array.from(read.getColumns()[0] ?? [], Number);
      taken = ids.reduce((most, id) => Math.max(most, id + 1), taken);
      const known = numbers.get(i);
      if (known === undefined) numbers.set(i, ids);
      // The first table is in every group.
      else known.forEach((id, row) => same.join(id, ids[row] ?? id));
    }
    for (const i of group)
      for (const [a, b] of await leftPairs(connection, i, {
        keys: (shared[i - 1] ?? []).slice(0, keysTried).length,
        byPlace: versions.includes(i),
      }))
        ofOnePerson.join(a, b);
  }
  const rows = tables.map((_, i) => (numbers.get(i) ?? new Int32Array()).map((id) => same.of(id)));
  // Who is one row is one person.
  for (const id of same.all()) ofOnePerson.join(id, same.of(id));
  return {
    rows: rows.map(packed),
    persons: rows.map((ids) => packed(ids.map((id) => ofOnePerson.of(id)))),
  };
}

/** The rows of a table with a hash of what they share, and its first columns. */
async function placeRows(
  connection: DuckDBConnection,
  { parquet, columns }: TableRef,
  i: number,
  shared: AlignInput['shared'][number],
): Promise<void> {
  const fields: readonly FieldColumn[] = fieldsOf(columns);
  const texts = shared.map(({ first, other }) =>
    comparedAs(findColumn(fields, i === 0 ? first : other)),
  );
  const hashed = texts.length === 0 ? `hash(${i}, ${rowNumber})` : `hash(${texts.join(', ')})`;
  const keys = texts.slice(0, keysTried).map((text, k) => `, (${text})::varchar as k${k}`);
  await connection.run(
    `create or replace temp table t${i} as select ${rowNumber} as place, h, row_number() over (partition by h order by ${rowNumber}) as o${keys
      .map((_, k) => `, k${k}`)
      .join(
        '',
      )} from (select ${rowNumber}, ${hashed} as h${keys.join('')} from ${fileOf(parquet, columns)})`,
  );
}

/** Numbers that are joined one by one, each known by the smallest of those that it is joined to. */
class Joined {
  readonly #next = new Map<number, number>();

  all(): number[] {
    return [...this.#next.keys()];
  }

  of(id: number): number {
    let at = id;
    for (let next = this.#next.get(at); next !== undefined; next = this.#next.get(at)) at = next;
    return at;
  }

  join(one: number, other: number): void {
    const [a, b] = [this.of(one), this.of(other)];
    if (a !== b) this.#next.set(Math.max(a, b), Math.min(a, b));
  }
}

/** Pairs of rows, one of the first table alone and one of another alone, that are of one person. */
async function leftPairs(
  connection: DuckDBConnection,
  i: number,
  { keys, byPlace }: { readonly keys: number; readonly byPlace: boolean },
): Promise<[number, number][]> {
  const left = (one: string, other: string): string =>
    `select t.*, f.id from ${one} t join found f using (h, o) where not exists (select 1 from ${other} s where s.h = t.h and s.o = t.o)`;
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
  for (let k = 0; k < keys; k++) {
    const [row] = (
      await connection.runAndReadAll(
        `select (select count(*) = count(distinct k${k}) from t0) and (select count(*) = count(distinct k${k}) from t${i}) and (select 2 * count(*) from a join b using (k${k})) >= (select least((select count(*) from a), (select count(*) from b)))`,
      )
    ).getRows();
    if (row?.[0] === true) return pairs(`a.k${k} = b.k${k}`);
  }
  if (!byPlace) return [];
  const placed = (name: string): string =>
    `(select id, row_number() over (order by place) as p from ${name})`;
  return pairs('a.p = b.p', [placed('a'), placed('b')]);
}

const packed = (labels: Int32Array): string =>
  deflateRawSync(Buffer.from(labels.buffer)).toString('base64');
