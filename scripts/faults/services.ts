import { createMailSandbox } from '@columnist/sandbox';
import { startS3 } from '@columnist/core/testing';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  csvOf,
  listDatasets,
  must,
  secondsUntil,
  startGate,
  statusOf,
  uploadOf,
  withInstallation,
  type Fault,
} from './parts.ts';

const csv = csvOf(20_000);
const asJson = { 'Content-Type': 'application/json' };

/** Calls that go on while a service is away: how many of each status. */
async function askFor(seconds: number, ask: () => Promise<number>): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const status = await ask();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await wait(100);
  }
  return statuses;
}
const said = (statuses: Map<number, number>): string =>
  [...statuses].map(([status, n]) => `${n} × ${status}`).join(', ');

export const services: readonly Fault[] = [
  {
    name: 'The database is killed, and comes back after 60 seconds',
    run: () =>
      withInstallation(async ({ database, start, open }) => {
        const server = await start();
        const { key } = await open(server, 'killed');
        must(
          (await statusOf(`${server.url}/api/v1/datasets`, uploadOf(csv, key))) === 201,
          'the upload before it failed',
        );
        await database.kill();
        must(!(await database.isOpen()), 'the database still answers');
        const list = () =>
          statusOf(`${server.url}/api/v1/datasets`, { headers: { 'API-Key': key } });
        const statuses = await askFor(60, list);
        must(
          [...statuses.keys()].every((status) => status === 503),
          `while it was away: ${said(statuses)}`,
        );
        must(
          (await statusOf(`${server.url}/health`)) === 200 &&
            (await statusOf(`${server.url}/ready`)) === 503,
          'the probes do not say so',
        );
        await database.startAgain();
        const back = await secondsUntil(async () => (await list()) === 200, 5);
        must((await listDatasets(server.url, key)).length === 1, 'what was acknowledged is gone');
        return `${said(statuses)}; back after ${back.toFixed(1)} s`;
      }),
  },
  {
    name: 'The database freezes until every call has its answer',
    run: () =>
      withInstallation(async ({ database, start, open }) => {
        const server = await start();
        const { key } = await open(server, 'frozen');
        const list = () =>
          statusOf(`${server.url}/api/v1/datasets`, { headers: { 'API-Key': key } }, 60);
        must((await list()) === 200, 'no answer before it');
        database.freeze();
        try {
          const begin = performance.now();
          const statuses = await Promise.all(Array.from({ length: 30 }, list));
          const seconds = (performance.now() - begin) / 1000;
          must(seconds > 2, 'the database was not frozen');
          must(
            statuses.every((status) => status === 503),
            `answers: ${statuses.join()}`,
          );
          must(seconds < 50, `they took ${seconds.toFixed(0)} s`);
          must((await statusOf(`${server.url}/health`, {}, 2)) === 200, 'the server froze with it');
        } finally {
          database.thaw();
        }
        const back = await secondsUntil(async () => (await list()) === 200, 5);
        return `30 calls answered 503; back after ${back.toFixed(1)} s`;
      }),
  },
  {
    name: 'The database is slow',
    run: () =>
      withInstallation(async ({ database, start, open }) => {
        const address = new URL(database.url);
        const gate = await startGate(Number(address.port));
        address.port = String(gate.port);
        try {
          const server = await start({ DATABASE_URL: address.href });
          const { key } = await open(server, 'slow');
          const list = () =>
            statusOf(`${server.url}/api/v1/datasets`, { headers: { 'API-Key': key } });
          must((await list()) === 200, 'no answer before it');
          gate.set('slow');
          const begin = performance.now();
          const statuses = await Promise.all([
            ...Array.from({ length: 40 }, list),
            statusOf(`${server.url}/api/v1/datasets`, uploadOf(csv, key)),
          ]);
          const seconds = (performance.now() - begin) / 1000;
          must(seconds > 0.8, 'the database was not slow');
          must(
            statuses.every((status) => status === 200 || status === 201 || status === 503),
            `answers: ${[...new Set(statuses)].join()}`,
          );
          must(
            (await statusOf(`${server.url}/health`, {}, 2)) === 200,
            'the server is slow with it',
          );
          gate.set('open');
          const back = await secondsUntil(async () => (await list()) === 200, 5);
          must(
            (await listDatasets(server.url, key)).length ===
              statuses.filter((status) => status === 201).length,
            'half a dataset is left',
          );
          return (
            `${statuses.filter((status) => status < 300).length} of ${statuses.length} calls ` +
            `answered all the same, in ${seconds.toFixed(1)} s; back after ${back.toFixed(1)} s`
          );
        } finally {
          gate.close();
        }
      }),
  },
  {
    name: 'The store hangs, refuses, answers nonsense',
    hasUnprotected: true,
    run: (_, unprotected) =>
      withInstallation(async ({ folder, start, open }) => {
        mkdirSync(join(folder, 's3'));
        const s3 = await startS3(join(folder, 's3'));
        const gate = await startGate(Number(new URL(s3.endpoint).port));
        const endpoint = `http://127.0.0.1:${gate.port}`;
        try {
          if (unprotected) {
            gate.set('hang');
            const client = new S3Client({
              endpoint,
              region: s3.region,
              credentials: s3,
              forcePathStyle: true,
            });
            const answered = await Promise.race([
              client.send(new GetObjectCommand({ Bucket: s3.bucket, Key: 'x' })).then(
                () => true,
                () => true,
              ),
              wait(45_000).then(() => false),
            ]);
            client.destroy();
            must(answered, 'a client without deadlines still waits after 45 s');
          }
          const server = await start({
            S3_ENDPOINT: endpoint,
            S3_BUCKET: s3.bucket,
            S3_ACCESS_KEY_ID: s3.accessKeyId,
            S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
          });
          const { key } = await open(server, 'store');
          const put = () => statusOf(`${server.url}/api/v1/datasets`, uploadOf(csv, key), 90);
          must((await put()) === 201, 'the upload before it failed');
          for (const mode of ['hang', 'refuse', 'garbage'] as const) {
            const before = gate.touched();
            gate.set(mode);
            const status = await put();
            must(gate.touched() > before, `${mode}: the store was not asked`);
            must(status === 503, `${mode}: ${status}`);
            must((await statusOf(`${server.url}/ready`, {}, 60)) === 503, `${mode}: ready`);
            gate.set('open');
          }
          must((await listDatasets(server.url, key)).length === 1, 'half a dataset is left');
          must((await put()) === 201, 'the upload after it failed');
          return 'uploads answered 503 each time, nothing left; the next one went in';
        } finally {
          gate.close();
          await s3.stop();
        }
      }),
  },
  {
    name: 'The mail server hangs, refuses, answers nonsense',
    run: () =>
      withInstallation(async ({ start }) => {
        const got: string[] = [];
        const mail = await createMailSandbox({ onMail: ({ to }) => void got.push(to) });
        const gate = await startGate(Number(new URL(mail.smtpUrl).port));
        try {
          const server = await start({ SMTP_URL: `smtp://127.0.0.1:${gate.port}` });
          const times: number[] = [];
          for (const mode of ['hang', 'refuse', 'garbage'] as const) {
            gate.set(mode);
            const begin = performance.now();
            must(
              (await statusOf(`${server.url}/api/v1/auth/register`, {
                method: 'POST',
                headers: asJson,
                body: JSON.stringify({
                  email: `${mode}@columnist.example`,
                  password: 'rows of beans 7',
                  full_name: 'Fay Faults',
                }),
              })) === 201,
              `${mode}: registration failed`,
            );
            times.push(performance.now() - begin);
            await secondsUntil(() => Promise.resolve(gate.touched() > times.length - 1), 20);
          }
          must(got.length === 0, 'mail arrived all the same');
          gate.set('open');
          const back = await secondsUntil(() => Promise.resolve(new Set(got).size === 3), 240);
          must(got.length === 3, `${got.length} messages for three people`);
          return (
            `registration took at most ${Math.max(...times).toFixed(0)} ms; all three messages ` +
            `${back.toFixed(0)} s after it was back`
          );
        } finally {
          gate.close();
          await mail.close();
        }
      }),
  },
];
