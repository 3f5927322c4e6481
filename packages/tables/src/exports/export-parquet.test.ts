import { DuckDBInstance } from '@duckdb/node-api';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { literal } from '../database/sql.ts';

let tests: TestEngine;
let folder: string;
beforeAll(async () => {
  tests = await openTestEngine();
  folder = await mkdtemp(join(tmpdir(), 'columnist-parquet-'));
});
afterAll(async () => {
  await tests.close();
  await rm(folder, { recursive: true });
});

async function read(path: string): Promise<unknown> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const reader = await connection.runAndReadAll(`select * from read_parquet(${literal(path)})`);
  const found = {
    names: reader.columnNames(),
    types: reader.columnTypes().map(String),
    rows: reader.getRowsJson(),
  };
  connection.closeSync();
  instance.closeSync();
  return found;
}

test('rows of a view leave with the types of their columns, texts as they are', async () => {
  const { table } = await tests.admit(
    'code,no"te,x,day\n007,=SUM(A1),1.50,2026-01-31\n010,b,2.25,\n011,,-3.00,2024-02-29\n',
  );
  const path = join(folder, 'rows.parquet');
  const made = await tests.engine.exportParquet(
    table,
    {
      view: {
        filter: "x > -5 and code in ('007', '010', '011')",
        derive: [{ name: 'double', expression: 'x * 2' }],
        sort: [{ column: 'x', direction: 'descending' }],
      },
    },
    path,
  );
  expect(made).toEqual({ rows: 3, notes: [] });
  expect(await read(path)).toEqual({
    names: ['code', 'no"te', 'x', 'day', 'double'],
    types: ['VARCHAR', 'VARCHAR', 'DECIMAL(18,2)', 'DATE', 'DOUBLE'],
    rows: [
      ['010', 'b', '2.25', null, 4.5],
      ['007', '=SUM(A1)', '1.50', '2026-01-31', 3],
      ['011', null, '-3.00', '2024-02-29', -6],
    ],
  });
});

test('names that differ in case alone are refused rather than renamed', async () => {
  const { table } = await tests.admit('a,A\n1,2\n3,4\n');
  await expect(
    tests.engine.exportParquet(table, {}, join(folder, 'twice.parquet')),
  ).rejects.toMatchObject({
    code: 'invalid_input',
    message:
      "Readers of Parquet take 'A' and another column for the same: their names differ in case alone.",
  });
  expect(
    await tests.engine.exportParquet(table, { columns: ['A'] }, join(folder, 'once.parquet')),
  ).toEqual({ rows: 2, notes: [] });
});

test('moments in UTC have their zone, and are read as such again', async () => {
  const { table } = await tests.admit(
    'at\n2024-02-29T12:30:00.123456+02:00\n1969-12-31T23:59:59.5Z\n',
  );
  const path = join(folder, 'moments.parquet');
  await tests.engine.exportParquet(table, {}, path);
  const again = await tests.import(await readFile(path), 'moments.parquet');
  expect({ storages: again.storages, items: again.items, notes: again.messages }).toEqual({
    storages: ['TIMESTAMPTZ'],
    items: [['2024-02-29T10:30:00.123456Z'], ['1969-12-31T23:59:59.5Z']],
    notes: [],
  });
});

test('sums of whole numbers in a statement are exact', async () => {
  const { table } = await tests.admit('g,n\na,9007199254740991\na,2\nb,1\n');
  const path = join(folder, 'sums.parquet');
  const of = {
    sql: 'select g, sum(n) as s, count(*) as n from t group by g order by g',
    tables: [{ name: 't', table }],
  };
  await tests.engine.exportAnswer(of, { format: 'parquet', forSpreadsheets: false }, path);
  expect(await read(path)).toEqual({
    names: ['g', 's', 'n'],
    types: ['VARCHAR', 'DECIMAL(38,0)', 'BIGINT'],
    rows: [
      ['a', '9007199254740993', '2'],
      ['b', '1', '1'],
    ],
  });
});

test('a table of an answer has moments where all its cells are written so, and texts stay texts', async () => {
  const path = join(folder, 'answer.parquet');
  const of = {
    columns: [
      { name: 'month' },
      { name: 'code', type: 'text' as const },
      { name: 'at', type: 'datetime' as const },
      { name: 'local' },
      { name: 'clock' },
      { name: 'mixed' },
      { name: 'none' },
    ],
    rows: [
      ['2024-01-01', '2024-01-01', '2024-06-01T21:30:00Z', '2024-06-01T23:30:00', '08:30:00'],
      ['2024-02-01', '2024-02-01', null, '2024-06-01T23:30:00.25', '09:00:00.5'],
    ].map((row, i) => [...row, i === 0 ? '2024-01-01' : '2024-01-01T10:00:00', null]),
  };
  await tests.engine.exportAnswer(of, { format: 'parquet', forSpreadsheets: false }, path);
  const again = await tests.import(await readFile(path), 'answer.parquet');
  expect([again.storages, again.items]).toEqual([
    ['DATE', 'VARCHAR', 'TIMESTAMPTZ', 'TIMESTAMP', 'TIME', 'VARCHAR', 'VARCHAR'],
    [
      [
        '2024-01-01',
        '2024-01-01',
        '2024-06-01T21:30:00Z',
        '2024-06-01T23:30:00',
        '08:30:00',
        '2024-01-01',
        null,
      ],
      [
        '2024-02-01',
        '2024-02-01',
        null,
        '2024-06-01T23:30:00.25',
        '09:00:00.5',
        '2024-01-01T10:00:00',
        null,
      ],
    ],
  ]);
});
