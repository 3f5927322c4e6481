import { DuckDBInstance } from '@duckdb/node-api';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TableRef } from '../table/table-ref.ts';
import { serverWords } from './server-words.ts';

let tests: TestEngine;
let people: TableRef;
let plain: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table: people } = await tests.admit('id,user,current_date\n1,ann,2020-02-29\n'));
  ({ table: plain } = await tests.admit('id\n1\n2\n'));
});
afterAll(() => tests.close());

const run = (sql: string) =>
  tests.engine.runSql({ sql, limit: 10, offset: 0, explain: false }, [
    { name: 'people', table: people },
    { name: 'plain', table: plain },
  ]);

test('are all those that this version of DuckDB answers without a column', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run('create table empty_one (a_column integer)');
  const known = (
    await connection.runAndReadAll(
      'select keyword_name from duckdb_keywords() union select function_name from duckdb_functions()',
    )
  ).getRows();
  // Functions have longer names than their words: get_current_time, current_localtime.
  const words = new Set(
    known.flatMap(([name]) => {
      const parts = String(name).split('_');
      return parts.map((_, i) => parts.slice(i).join('_')).filter((word) => word !== '');
    }),
  );
  const answered: string[] = [];
  for (const word of words)
    try {
      await connection.run(`select "${word.replaceAll('"', '""')}" from empty_one`);
      answered.push(word);
    } catch {
      // No such column, as it should be.
    }
  connection.closeSync();
  instance.closeSync();
  expect(answered.toSorted()).toEqual(Object.keys(serverWords).toSorted());
});

test.each(Object.keys(serverWords))('%s is a column that there is not', async (word) => {
  const clock = /date|time/.test(word);
  for (const sql of [
    `select id, ${word} from plain`,
    `select id, "${word}" from plain limit 0`,
    `select id, ${word.toUpperCase()} from plain`,
  ])
    await expect(run(sql), sql).rejects.toMatchObject({
      code: 'invalid_sql',
      message: `Referenced column "${word}" not found in FROM clause! (character 12)`,
      details: {
        from: 12,
        to: 11 + word.length + (sql.includes('"') ? 2 : 0),
        fix: clock
          ? "The clock is not read here. Write the moment: date '2024-05-31', timestamp '2024-05-31 12:00'."
          : 'Nothing of the server is answered here; select * from the dataset limit 1 shows the columns.',
      },
    });
});

test('a column of the name of such a word is answered, quoted and not', async () => {
  expect(
    (
      await run(
        `select user, "user", people.user, current_date, "current_date" > date '2020-01-01' as later
         from people where user = 'ann' group by all order by user, current_date`,
      )
    ).items,
  ).toEqual([['ann', 'ann', 'ann', '2020-02-29', true]]);
  expect(
    (
      await run(
        `with named as (select id as "localtime" from plain)
         select localtime, 7 as "session_user", session_user + 1 as next from named order by localtime`,
      )
    ).items,
  ).toEqual([
    [1, 7, 8],
    [2, 7, 8],
  ]);
  // One that has it beside one that has not.
  await expect(run('select (select max(user) from people), user from plain')).rejects.toMatchObject(
    { code: 'invalid_sql' },
  );
});
