import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOrm, type Orm } from '../orm.ts';
import { databaseKinds } from '../testing-databases.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

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
});
