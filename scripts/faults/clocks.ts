import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { asJson } from '../bench/rest-calls.ts';
import type { Server } from '../bench/servers.ts';
import {
  csvOf,
  listDatasets,
  must,
  secondsUntil,
  statusOf,
  uploadOf,
  withInstallation,
  type Fault,
} from './parts.ts';

const libraries = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'].map(
  (folder) => `${folder}/faketime/libfaketime.so.1`,
);

/** Variables of a process whose clock runs so many seconds ahead. */
export function clockAhead(seconds: number): Record<string, string> {
  const library = libraries.find((path) => existsSync(path));
  if (library === undefined)
    throw new Error('libfaketime is missing: install the Debian package faketime.');
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${Math.round(seconds)}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_NO_CACHE: '1',
  };
}

const timeOf = async (server: Server): Promise<Date> =>
  new Date((await fetch(`${server.url}/health`)).headers.get('date') ?? '');
const statistics = (server: Server | undefined, key: string) =>
  statusOf(`${server?.url}/api/v1/statistics`, {
    method: 'POST',
    headers: { 'API-Key': key, ...asJson },
    body: '{"data":{"x":[1,2,3]}}',
  });
const usageOf = async (server: Server, session: string) =>
  z.object({ api_queries: z.int() }).parse(
    await (
      await fetch(`${server.url}/api/freemium/usage`, {
        headers: { Authorization: `Bearer ${session}` },
      })
    ).json(),
  ).api_queries;

export const clocks: readonly Fault[] = [
  {
    name: 'The month ends in the middle of a load',
    run: () =>
      withInstallation(async ({ start, open }) => {
        const now = new Date();
        const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
        // Time enough for the servers to start and the first units to be used.
        const ahead = clockAhead((end - now.getTime()) / 1000 - 40);
        const servers = [await start(ahead), await start(ahead)];
        const [first] = servers;
        if (first === undefined) throw new Error('There is no server.');
        const { key, session } = await open(first, 'rollover', 'free');
        const months = new Map<string, number>();
        const statuses = new Set<number>();
        const load = new AbortController();
        const loaded = Promise.all(
          Array.from({ length: 20 }, async (_, i) => {
            while (!load.signal.aborted) {
              const month = (await timeOf(first)).toISOString().slice(0, 7);
              const status = await statistics(servers[i % 2], key);
              statuses.add(status);
              if (status === 200) months.set(month, (months.get(month) ?? 0) + 1);
              // Past the quota there is nothing to hurry for.
              else await wait(20);
            }
          }),
        );
        const before = await usageOf(first, session);
        // Until the second month is used up as well.
        await secondsUntil(
          async () =>
            (await timeOf(first)).getTime() > end + 6000 && (await usageOf(first, session)) >= 100,
          180,
        );
        load.abort();
        await loaded;
        const used = await usageOf(first, session);
        must(months.size === 2, `the month did not end: ${[...months.keys()].join()}`);
        const passed = [...months.values()].reduce((a, b) => a + b, 0);
        must(
          passed === 200 && used === 100,
          `${[...months].map(([month, n]) => `${n} in ${month}`).join(', ')}; ${used} are counted`,
        );
        must(
          [...statuses].every((status) => status === 200 || status === 403 || status === 429),
          [...statuses].join(),
        );
        must(before <= 100, `${before} were counted before`);
        return `100 units in each month, ${used} are counted in the second`;
      }),
  },
  {
    name: 'The clocks of two servers are eight minutes apart',
    run: () =>
      withInstallation(async ({ start, open }) => {
        const [late, early] = [await start(clockAhead(-240)), await start(clockAhead(240))];
        const apart = ((await timeOf(early)).getTime() - (await timeOf(late)).getTime()) / 1000;
        must(apart > 470, `they are only ${apart} s apart`);
        const { key, session } = await open(early, 'skew', 'free');
        for (const server of [late, early])
          must(
            (await statusOf(`${server.url}/api/v1/auth/me`, {
              headers: { Authorization: `Bearer ${session}` },
            })) === 200,
            'a session of the one is not believed by the other',
          );
        const signedIn = z.object({ access_token: z.string(), refresh_token: z.string() }).parse(
          await (
            await fetch(`${late.url}/api/v1/auth/login`, {
              method: 'POST',
              headers: asJson,
              body: JSON.stringify({
                email: 'skew@columnist.example',
                password: 'rows of beans 7',
              }),
            })
          ).json(),
        );
        for (const server of [early, late])
          must(
            (await statusOf(`${server.url}/api/v1/auth/refresh`, {
              method: 'POST',
              headers: asJson,
              body: JSON.stringify({ refresh_token: signedIn.refresh_token }),
            })) === 200,
            'a session cannot be renewed at the other',
          );
        // Uploads at both, while the jobs of the early one look for what was left behind.
        const uploads = await Promise.all(
          [late, early].map((server) =>
            statusOf(`${server.url}/api/v1/datasets`, uploadOf(csvOf(300_000), key)),
          ),
        );
        must(
          uploads.every((status) => status === 201),
          `uploads answered ${uploads.join()}`,
        );
        for (const server of [late, early])
          must((await listDatasets(server.url, key)).length === 2, 'a dataset is gone');
        let passed = 0;
        await Promise.all(
          Array.from({ length: 300 }, async (_, i) => {
            if ((await statistics([late, early][i % 2], key)) === 200) passed += 1;
          }),
        );
        must(passed === 100, `${passed} of 100 units passed`);
        return `${apart} s apart: sessions, uploads and 100 units of quota hold at both`;
      }),
  },
];
