import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOrm, type Orm } from './orm.ts';
import { createTestDatabase, type TestDatabase } from './database/test-database.ts';
import { databaseKinds } from './testing-databases.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  let database: TestDatabase;
  let orm: Orm;
  beforeAll(async () => {
    database = await createTestDatabase(kind);
    orm = await openOrm(database.url);
  });
  afterAll(async () => {
    await orm.close();
    await database.drop();
  });

  test('the migrations make exactly the schema of the entities', async () => {
    expect(await orm.schema.getUpdateSchemaSQL()).toBe('');
  });

  test('a migrated database is left as it is', async () => {
    expect(await orm.migrator.up()).toEqual([]);
  });

  test('instants come back to the millisecond, whatever the zone of the server', async () => {
    const em = orm.em.fork();
    await em.execute("set time zone 'Asia/Kathmandu'");
    const [row] = await em.execute('select ?::timestamptz as instant', [
      new Date('2026-02-28T23:59:59.999Z'),
    ]);
    expect(new Date(row?.['instant']).toISOString()).toBe('2026-02-28T23:59:59.999Z');
  });
});
