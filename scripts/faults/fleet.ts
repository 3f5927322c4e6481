import { startS3 } from '@columnist/core/testing';
import { mkdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { startWorker, type FleetWorker } from '../bench/fleet.ts';
import { inDatabase } from '../bench/in-database.ts';
import type { Server } from '../bench/servers.ts';
import { csvOf, must, secondsUntil, uploadOf, withInstallation, type Fault } from './parts.ts';

const webs = 3;
const workers = 4;
const users = 10;
const uploadsOfUser = 50;
/** A worker is killed as often. */
const killMs = 5000;
/** How far a user's part of the workers' time may be from the mean when half of all is done. */
const unfairness = 0.2;

const counted = z.tuple([z.object({ datasets: z.coerce.number(), versions: z.coerce.number() })]);

/** The status of an upload and what was said, for which it waits as long as it takes: fetch would give up. */
async function send(
  url: string,
  options: RequestInit,
): Promise<{ readonly status: number; readonly said: string }> {
  const sent = new Request(url, options);
  const body = Buffer.from(await sent.arrayBuffer());
  return new Promise((done, fail) => {
    request(
      url,
      {
        method: 'POST',
        agent: false,
        headers: { ...Object.fromEntries(sent.headers), 'Content-Length': body.length },
      },
      (res) => {
        let said = '';
        res
          .setEncoding('utf8')
          .on('data', (text: string) => (said += text))
          .once('end', () => done({ status: res.statusCode ?? 0, said }));
      },
    )
      .once('error', fail)
      .end(body);
  });
}

interface Served {
  readonly user: string;
  readonly seconds: number;
  /** When it was seen to have ended. */
  readonly at: number;
}

const endedJobs = z.array(
  z.object({ id: z.string(), user: z.string(), seconds: z.coerce.number() }),
);

/**
 * The jobs that end from now on, with the workers' time that they took: their rows are removed two
 * minutes later. Turns go by this time, so shares are shares of it.
 */
function watchJobs(databaseUrl: string, signal: AbortSignal): Promise<ReadonlyMap<string, Served>> {
  return inDatabase(databaseUrl, async (client) => {
    const served = new Map<string, Served>();
    const look = async (): Promise<void> => {
      const { rows } = await client.query(
        'select id, group_id as user, extract(epoch from completed_on - started_on) as seconds ' +
          "from columnist_queue.job where state = 'completed' and group_id <> 'columnist'",
      );
      for (const { id, user, seconds } of endedJobs.parse(rows))
        if (!served.has(id)) served.set(id, { user, seconds, at: performance.now() });
    };
    while (!signal.aborted) {
      await look();
      await wait(1000);
    }
    await look();
    return served;
  });
}

/** Sends all uploads of all users at once; for each the user, its status and when it was answered. */
const sendAll = (
  servers: readonly Server[],
  keys: readonly string[],
): Promise<
  readonly {
    readonly user: number;
    readonly status: number;
    readonly said: string;
    readonly at: number;
  }[]
> =>
  Promise.all(
    Array.from({ length: uploadsOfUser }, (_, i) =>
      keys.map(async (key, user) => {
        const url = servers[(user + i) % servers.length]?.url ?? '';
        const answer = await send(`${url}/api/v1/datasets`, uploadOf(csvOf(2000 + i), key));
        return { user, ...answer, at: performance.now() };
      }),
    ).flat(),
  );

export const fleet: readonly Fault[] = [
  {
    name: 'Workers of a fleet are killed while it admits 500 files',
    run: (chance) =>
      withInstallation(async ({ folder, database, start, open }) => {
        mkdirSync(join(folder, 's3'));
        const s3 = await startS3(join(folder, 's3'));
        const variables = {
          FLEET_TOKEN: 'the token of the fleet of the faults',
          S3_ENDPOINT: s3.endpoint,
          S3_BUCKET: s3.bucket,
          S3_ACCESS_KEY_ID: s3.accessKeyId,
          S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
        };
        const running: FleetWorker[] = [];
        let started = 0;
        const startOne = async (): Promise<FleetWorker> => {
          started += 1;
          const worker = await startWorker(database.url, join(folder, `worker-${started}`), {
            ...variables,
            WORKERS: '2',
          });
          running.push(worker);
          return worker;
        };
        try {
          const servers: Server[] = [];
          for (let i = 0; i < webs; i++)
            servers.push(await start({ ...variables, ROLE: 'web', LOG_LEVEL: 'error' }));
          for (let i = 0; i < workers; i++) await startOne();
          const [first] = servers;
          if (first === undefined) throw new Error('There is no web server.');
          const keys: string[] = [];
          for (let i = 0; i < users; i++) keys.push((await open(first, `fleet-${i}`)).key);

          const ending = new AbortController();
          let killed = 0;
          const killing = (async () => {
            while (!ending.signal.aborted) {
              await wait(killMs);
              if (ending.signal.aborted) return;
              const [victim] = running.splice(Math.floor(chance() * running.length), 1);
              await victim?.stop('SIGKILL');
              killed += 1;
              await startOne();
            }
          })();
          killing.catch(() => {});
          const watching = watchJobs(database.url, ending.signal);
          watching.catch(() => {});
          const begin = performance.now();
          const answers = await sendAll(servers, keys).finally(() => ending.abort());
          const seconds = (performance.now() - begin) / 1000;
          await killing;
          const served = [...(await watching).values()];

          must(killed > 0, 'no worker was killed');
          const other = answers.filter(({ status }) => status !== 201);
          const causes = new Set(
            servers.flatMap((server) =>
              [...server.log().matchAll(/"message":"([^"]{1,200})/g)].map(([, message]) => message),
            ),
          );
          must(
            other.length === 0,
            `${other.length} were lost: ${[...new Set(other.map(({ said }) => said))].slice(0, 3).join(' ')} (in the logs: ${[...causes].slice(0, 5).join('; ')})`,
          );
          const [{ datasets, versions }] = await inDatabase(database.url, async (client) =>
            counted.parse(
              (
                await client.query(
                  'select (select count(*) from dataset) as datasets, (select count(*) from dataset_version) as versions',
                )
              ).rows,
            ),
          );
          const all = users * uploadsOfUser;
          must(
            datasets === all && versions === all,
            `${all} uploads made ${datasets} datasets with ${versions} versions`,
          );
          const retried = await inDatabase(database.url, async (client) =>
            z
              .tuple([z.object({ retried: z.coerce.number() })])
              .parse(
                (
                  await client.query(
                    'select count(*) as retried from columnist_queue.job where retry_count > 0',
                  )
                ).rows,
              ),
          );
          const half = answers.toSorted((a, b) => a.at - b.at)[all / 2 - 1]?.at ?? 0;
          const times = new Map<string, number>();
          for (const { user, seconds: took, at } of served)
            if (at <= half) times.set(user, (times.get(user) ?? 0) + took);
          const mean = [...times.values()].reduce((sum, time) => sum + time / users, 0);
          must(times.size === users, `only ${times.size} users were served when half was done`);
          const furthest = Math.max(
            ...[...times.values()].map((time) => Math.abs(time / mean - 1)),
          );
          const early = answers.filter(({ at }) => at <= half);
          const byFiles = Math.max(
            ...keys.map((_, user) =>
              Math.abs(
                (users * early.filter((answer) => answer.user === user).length) / early.length - 1,
              ),
            ),
          );
          // What was sent along is removed by who asked, that of killed attempts an hour later.
          await secondsUntil(
            async () =>
              (
                await inDatabase(database.url, async (client) =>
                  z
                    .tuple([z.object({ open: z.coerce.number() })])
                    .parse(
                      (
                        await client.query(
                          "select count(*) as open from columnist_queue.job where state <= 'active'",
                        )
                      ).rows,
                    ),
                )
              )[0].open === 0,
            30,
          );
          must(
            furthest <= unfairness,
            `a user’s part of the workers’ time was ${(100 * furthest).toFixed(0)} % from the mean when half was done`,
          );
          return (
            `${killed} workers were killed in ${seconds.toFixed(0)} s, ${retried[0].retried} jobs ` +
            `of those still listed were done again; ${all} uploads made ${datasets} datasets of ` +
            `one version each; when half was done, no user’s part of the workers’ time was further ` +
            `than ${(100 * furthest).toFixed(0)} % from the mean, and nobody’s number of files than ` +
            `${(100 * byFiles).toFixed(0)} %`
          );
        } finally {
          for (const worker of running) await worker.stop('SIGKILL');
          await s3.stop();
        }
      }),
  },
];
