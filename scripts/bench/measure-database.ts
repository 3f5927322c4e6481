import { allOperations } from '@columnist/contract';
import { explainAll, readPlans, scanned, type Explained } from './read-plans.ts';
import { median } from './report.ts';
import { confirmPassword } from './accounts.ts';
import { inDatabase } from './in-database.ts';
import type { HttpSetting } from './http-setting.ts';

/** What reading takes with a million datasets in the database, and that it goes by indexes. */
export async function measureDatabase(setting: HttpSetting): Promise<void> {
  const {
    server: { url },
    postgres,
    key,
    table,
  } = setting;
  const few = await timeList(url, key);
  await fillTables(postgres.url);
  const many = await timeList(url, key);
  table.push({
    measure: 'List of a user’s datasets, a million in the table, against an empty one',
    reached: `${(many / few).toFixed(2)} (${many.toFixed(2)} / ${few.toFixed(2)} ms)`,
    limit: '≤ 1.2',
    holds: many / few <= 1.2,
  });
  await provePlans(setting);
}

/** Milliseconds of the list of a user's datasets, the median of many. */
async function timeList(url: string, key: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 300; i++) {
    const begin = performance.now();
    await (
      await fetch(`${url}/api/v1/datasets?limit=50`, { headers: { 'API-Key': key } })
    ).arrayBuffer();
    times.push(performance.now() - begin);
  }
  return median(times.slice(50));
}

/** A million datasets, and the hundred thousand users who have them. */
const fillTables = (databaseUrl: string): Promise<void> =>
  inDatabase(databaseUrl, async (client) => {
    await client.query(
      "insert into user_account select (jsonb_populate_record(u, jsonb_build_object('id', " +
        "gen_random_uuid(), 'email', 'person' || g || '@example.com', 'email_key', 'person' " +
        "|| g || '@example.com'))).* from generate_series(1, 100000) g, user_account u where " +
        "u.email = 'bench@example.com'",
    );
    await client.query(
      `insert into dataset (id, owner_id, name, status, created_at, stored_bytes, current_version)
       select gen_random_uuid(), u.id, 'data.csv', 'ready', now() - g * interval '1 minute', 1000, 1 from user_account u, generate_series(1, 10) g where u.email <> 'bench@example.com'`,
    );
    await client.query('vacuum analyze');
  });

/**
 * Reads everything that can be read: each statement by its indexes, and a page of many with as many
 * statements as one of a few.
 */
async function provePlans({
  server,
  postgres,
  key,
  session,
  id,
  table,
}: HttpSetting): Promise<void> {
  await inDatabase(postgres.url, async (client) => {
    for (const setting of explainAll('columnist')) await client.query(setting);
    // Those of the server begin again, with the setting.
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = current_user',
    );
  });
  await confirmPassword(server.url, session);
  const read = async (path: string): Promise<Explained[]> => {
    const before = postgres.log().length;
    const response = await fetch(server.url + path, {
      headers: path.startsWith('/api/v1/datasets')
        ? { 'API-Key': key }
        : { Authorization: `Bearer ${session}` },
    });
    await response.arrayBuffer();
    // A refusal for want of a parameter has read nothing; one for want of a part that is not set up
    // has.
    if (response.status === 401 || response.status === 403)
      throw new Error(`${path} answered ${response.status}`);
    // The log comes through a pipe.
    await new Promise((done) => setTimeout(done, 150));
    // Mail is sent beside the requests.
    return readPlans(postgres.log().slice(before)).filter(
      (plan) => !plan['Query Text'].includes('mail_job'),
    );
  };
  // The administrator's totals count everything, and so read everything.
  const paths = allOperations.flatMap(({ path, kind, rest }) =>
    path !== 'admin.stats' &&
    kind === 'query' &&
    rest?.method === 'get' &&
    rest.answer !== 'file' &&
    !/\{(?!id\})/.test(rest.path)
      ? [rest.path.replace('{id}', id)]
      : [],
  );
  await read('/api/v1/datasets');
  const large = new Set(['dataset', 'user_account']);
  const plans: { path: string; plan: Explained }[] = [];
  for (const path of paths) for (const plan of await read(path)) plans.push({ path, plan });
  const slow = plans.filter(({ plan }) => scanned(plan).some((name) => large.has(name)));
  for (const { path, plan } of slow)
    console.log(`${path} reads a whole table: ${plan['Query Text']}`);
  table.push({
    measure:
      'Statements that read a whole table of a million datasets or 100,000 users, of the ' +
      `${plans.length} of ${paths.length} readings`,
    reached: String(slow.length),
    limit: '0',
    holds: plans.length > paths.length && slow.length === 0,
  });
  const lists = [
    '/api/v1/datasets',
    '/api/v1/admin/users',
    '/api/v1/admin/audit',
    '/api/v1/auth/agent-calls',
  ];
  const counts: string[] = [];
  // The fewest of three: jobs run beside the requests.
  const fewest = async (path: string): Promise<number> =>
    Math.min((await read(path)).length, (await read(path)).length, (await read(path)).length);
  for (const path of lists) {
    const [one, page] = [await fewest(`${path}?limit=1`), await fewest(`${path}?limit=9`)];
    if (one !== page) counts.push(`${path}: ${one} and ${page}`);
  }
  table.push({
    measure: `Lists that need more statements for nine entries than for one, of ${lists.length}`,
    reached: counts.length === 0 ? '0' : counts.join('; '),
    limit: '0',
    holds: counts.length === 0,
  });
}
