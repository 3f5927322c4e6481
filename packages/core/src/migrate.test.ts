import { expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { openOrm } from './orm.ts';
import { createTestDatabase } from './database/test-database.ts';

test('three servers that start at once on an empty database migrate it once', async () => {
  const database = await createTestDatabase('PostgreSQL');
  const orms = await Promise.all(Array.from({ length: 3 }, () => openOrm(database.url)));
  const [first] = orms;
  await first?.em.fork().execute('drop schema public cascade; create schema public');
  await Promise.all(orms.map((orm) => migrate(orm, database.url)));
  expect(await first?.schema.getUpdateSchemaSQL()).toBe('');
  for (const orm of orms) await orm.close();
  await database.drop();
});
