import pg from 'pg';
import { openOrm, type Orm } from './orm.ts';

/** Any number will do that nothing else in the database locks. */
const lock = 7_022_061;

/**
 * Brings the schema up to date. Servers that start together on one PostgreSQL take turns: the first
 * migrates, the others find it done.
 */
export async function migrate(open: Orm, databaseUrl: string): Promise<void> {
  if (databaseUrl.startsWith('pglite:')) {
    await open.migrator.up();
    return;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const patient = await openOrm(databaseUrl, 'migration');
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    await patient.migrator.up();
  } finally {
    await patient.close();
    // The lock ends with its connection.
    await client.end();
  }
}
