import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestCore, type TestCore } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { readStatement } from './read-statement.ts';

describe.each(databaseKinds)('readings that are shared, on %s', (kind) => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore(kind);
    await app.core.orm.em.fork().execute('create table shelf (n int)');
  });
  afterAll(() => app.close());

  it('who asks the same at the same time gets rows from after they asked; other questions have rows of their own', async () => {
    const em = app.core.orm.em.fork();
    const count = (): Promise<unknown[]> =>
      readStatement(em, 'select count(*)::int as n from shelf where n >= $1', [0]);
    const early = Array.from({ length: 5 }, count);
    await em.execute('insert into shelf values (1), (2)');
    const late = [
      ...Array.from({ length: 5 }, count),
      readStatement(em, 'select count(*)::int as n from shelf where n >= $1', [2]),
    ];
    expect((await Promise.all(late)).map(([row]) => row)).toEqual([
      ...Array.from({ length: 5 }, () => ({ n: 2 })),
      { n: 1 },
    ]);
    for (const [row] of await Promise.all(early)) expect([{ n: 0 }, { n: 2 }]).toContainEqual(row);
  });

  it('those of one turn of the event loop share one statement', async () => {
    const em = app.core.orm.em.fork();
    await em.execute('create sequence turns');
    const ask = (): Promise<unknown[]> =>
      readStatement(em, "select nextval('turns')::int as n where $1 = 1", [1]);
    const first = [ask(), Promise.resolve().then(ask), ask()];
    expect((await Promise.all(first)).flat()).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
    expect(await ask()).toEqual([{ n: 2 }]);
  });

  it('in a transaction it reads what that has written', async () => {
    await app.core.orm.em.fork().transactional(async (em) => {
      await em.execute('insert into shelf values (7)');
      expect(
        await readStatement(em, 'select count(*)::int as n from shelf where n = $1', [7]),
      ).toEqual([{ n: 1 }]);
    });
  });

  it('a statement that fails fails for all who share it, and not for those after them', async () => {
    const em = app.core.orm.em.fork();
    const ask = (): Promise<unknown[]> =>
      readStatement(em, 'select n from later where n = $1', [1]);
    const settled = await Promise.allSettled([ask(), ask(), ask()]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await em.execute('create table later (n int)');
    expect(await ask()).toEqual([]);
  });
});
