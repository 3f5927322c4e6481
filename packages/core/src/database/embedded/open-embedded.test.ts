import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOrm, type Orm } from '../../orm.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

let orm: Orm;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('PGlite');
  orm = await openOrm(database.url);
  await run('create table pair (a int primary key, b text)');
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});

const run = (text: string): Promise<unknown> => orm.em.fork().execute(text);

describe('the embedded database', () => {
  test('leaves the loop to others while it works', async () => {
    const ended: string[] = [];
    const slow = run('select pg_sleep(2)').then(() => ended.push('statement'));
    for (let turn = 0; turn < 100; turn++) await setImmediate();
    ended.push('a hundred turns of the loop');
    await slow;
    expect(ended).toEqual(['a hundred turns of the loop', 'statement']);
  });

  test('gives values as the ORM takes them', async () => {
    expect(
      await run(
        `select 1 as whole, 2.5::numeric as exact, 0.1::float8 as double, null as nothing,
         '{"a": [1]}'::jsonb as json, date '2024-02-29' as day, true as truth,
         timestamptz '2024-02-29T12:00:00Z' as moment, '\\x00ff'::bytea as bytes, '{a,b}'::text[] as list`,
      ),
    ).toEqual([
      {
        whole: 1,
        exact: '2.5',
        double: 0.1,
        nothing: null,
        json: { a: [1] },
        day: '2024-02-29',
        truth: true,
        moment: expect.stringMatching(/^2024-02-29 \d\d:00:00\+\d\d$/),
        bytes: Uint8Array.of(0, 255),
        list: ['a', 'b'],
      },
    ]);
  });

  test('says what a statement broke', async () => {
    await run("insert into pair values (1, 'x')");
    await expect(run("insert into pair values (1, 'y')")).rejects.toMatchObject({
      code: '23505',
      constraint: 'pair_pkey',
    });
    await expect(run('select * from nothing')).rejects.toMatchObject({ code: '42P01' });
  });

  test('keeps nothing of a transaction that fails, and all that came beside it', async () => {
    const failed = orm.em.fork().transactional(async (em) => {
      await em.execute("insert into pair values (2, 'never')");
      await em.execute('select 1 / 0');
    });
    const beside = run("insert into pair values (3, 'kept')");
    await expect(failed).rejects.toMatchObject({ code: '22012' });
    await beside;
    expect(await run('select a from pair where a > 1')).toEqual([{ a: 3 }]);
  });
});
