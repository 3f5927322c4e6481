import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import { asJson } from '../bench/rest-calls.ts';
import {
  csvOf,
  listDatasets,
  must,
  statusOf,
  uploadOf,
  withInstallation,
  type Fault,
} from './parts.ts';

const trials = 10_000;
const atOnce = 200;

/** Does the work so many times, some at once. */
async function many(times: number, work: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < times) await work(next++);
    }),
  );
}

export const races: readonly Fault[] = [
  {
    name: '10,000 calls race for 100 units, over two servers',
    hasUnprotected: true,
    run: (_, unprotected) =>
      withInstallation(async ({ database, start, open }) => {
        if (unprotected) {
          // Reading the count and writing it back, as is easily written.
          const pool = new pg.Pool({ connectionString: database.url, max: 20 });
          await pool.query('create table naive (used int not null)');
          await pool.query('insert into naive values (0)');
          let passed = 0;
          await many(2000, async () => {
            const { rows } = await pool.query<{ used: number }>('select used from naive');
            const used = rows[0]?.used ?? 0;
            if (used >= 100) return;
            await pool.query('update naive set used = $1', [used + 1]);
            passed += 1;
          });
          await pool.end();
          must(passed === 100, `${passed} calls passed`);
        }
        const servers = [await start(), await start()];
        const [first] = servers;
        if (first === undefined) throw new Error('There is no server.');
        const { key, session } = await open(first, 'quota', 'free');
        const statuses = new Map<number, number>();
        await many(trials, async (i) => {
          const status = await statusOf(`${servers[i % 2]?.url}/api/v1/statistics`, {
            method: 'POST',
            headers: { 'API-Key': key, ...asJson },
            body: '{"data":{"x":[1,2,3]}}',
          });
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        });
        const usage = z.object({ api_queries: z.int() }).parse(
          await (
            await fetch(`${first.url}/api/freemium/usage`, {
              headers: { Authorization: `Bearer ${session}` },
            })
          ).json(),
        );
        const passed = statuses.get(200) ?? 0;
        must(
          passed === 100 && usage.api_queries === 100,
          `${passed} passed and ${usage.api_queries} are counted of 100`,
        );
        return `${passed} passed, ${usage.api_queries} are counted, ${trials - passed} were refused`;
      }),
  },
  {
    name: 'The same request is sent 30 times at once, with an Idempotency-Key',
    hasUnprotected: true,
    run: (_, unprotected) =>
      withInstallation(async ({ start, open }) => {
        const servers = [await start(), await start()];
        const [first] = servers;
        if (first === undefined) throw new Error('There is no server.');
        const { key } = await open(first, 'idempotent');
        const csv = csvOf(2000);
        const id = randomUUID();
        const statuses = await Promise.all(
          Array.from({ length: 30 }, (_, i) =>
            statusOf(
              `${servers[i % 2]?.url}/api/v1/datasets`,
              uploadOf(csv, key, unprotected ? {} : { 'Idempotency-Key': id }),
            ),
          ),
        );
        const made = (await listDatasets(first.url, key)).length;
        must(made === 1, `${made} datasets were made: ${statuses.join()}`);
        must(
          statuses.every((status) => status === 201 || status === 409),
          statuses.join(),
        );
        return (
          `one dataset; ${statuses.filter((status) => status === 201).length} got its answer, ` +
          'the others had to wait'
        );
      }),
  },
  {
    name: 'A refresh token is used 30 times at once, over two servers',
    run: () =>
      withInstallation(async ({ start }) => {
        const servers = [await start(), await start()];
        const [first] = servers;
        if (first === undefined) throw new Error('There is no server.');
        const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
        const begun = tokens.parse(
          await (
            await fetch(`${first.url}/api/v1/auth/register`, {
              method: 'POST',
              headers: asJson,
              body: JSON.stringify({
                email: 'refresh@columnist.example',
                password: 'rows of beans 7',
                full_name: 'Fay Faults',
              }),
            })
          ).json(),
        );
        const refresh = (token: string, i: number) =>
          fetch(`${servers[i % 2]?.url}/api/v1/auth/refresh`, {
            method: 'POST',
            headers: asJson,
            body: JSON.stringify({ refresh_token: token }),
          });
        const answers = await Promise.all(
          Array.from({ length: 30 }, (_, i) => refresh(begun.refresh_token, i)),
        );
        must(
          answers.every(({ status }) => status === 200),
          `some tabs were signed out: ${answers.map(({ status }) => status).join()}`,
        );
        const last = tokens.parse(await answers.at(-1)?.json());
        must(
          (await statusOf(`${first.url}/api/v1/auth/me`, {
            headers: { Authorization: `Bearer ${last.access_token}` },
          })) === 200,
          'the session ended',
        );
        must((await refresh(last.refresh_token, 1)).status === 200, 'the family ended');
        return 'all 30 were answered, and the session goes on';
      }),
  },
];
