import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { cpuSeconds } from '../bench/process-figures.ts';
import {
  childrenOf,
  csvOf,
  listDatasets,
  must,
  secondsUntil,
  statusOf,
  uploadOf,
  withInstallation,
  type Fault,
} from './parts.ts';

const asJson = { 'Content-Type': 'application/json' };
const descriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
/** Waits until one of these processes has worked for a while: it is in the middle of a job. */
async function untilBusy(pids: readonly number[]): Promise<void> {
  const before = pids.map(cpuSeconds);
  await secondsUntil(
    () => Promise.resolve(pids.some((pid, i) => cpuSeconds(pid) - (before[i] ?? 0) > 0.2)),
    20,
  );
}

const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN;

/** Workers, clients and the server itself that stop, hang or come in crowds. */
export const processes: readonly Fault[] = [
  {
    name: '1,000 uploads are broken off',
    run: (chance) =>
      withInstallation(async ({ folder, start, open }) => {
        const server = await start();
        const { key } = await open(server, 'aborted');
        const csv = csvOf(2000);
        await statusOf(`${server.url}/api/v1/datasets`, uploadOf(csv, key));
        await wait(2000);
        const before = descriptors(server.pid);
        const url = new URL(`${server.url}/api/v1/datasets`);
        const breakOff = async (): Promise<void> => {
          const sent = request(url, {
            method: 'POST',
            agent: false,
            headers: { 'API-Key': key, 'Content-Type': 'multipart/form-data; boundary=edge' },
          });
          sent.on('error', () => {});
          sent.write(
            '--edge\r\nContent-Disposition: form-data; name="file"; filename="broken.csv"\r\n\r\n',
          );
          sent.write(csv.slice(0, Math.floor(chance() * csv.length)));
          await wait(5 + chance() * 40);
          sent.destroy();
        };
        const broken = () => server.log().split('"status":499').length - 1;
        // Some are gone before the server has seen them; those do not count.
        await secondsUntil(async () => {
          await Promise.all(Array.from({ length: 50 }, breakOff));
          return broken() >= 1000;
        }, 120);
        await secondsUntil(
          () =>
            Promise.resolve(
              descriptors(server.pid) <= before + 5 &&
                readdirSync(join(folder, 'data-0/temp')).length === 0,
            ),
          30,
        );
        must((await listDatasets(server.url, key)).length === 1, 'a dataset came of it');
        must(
          (await statusOf(`${server.url}/api/v1/datasets`, uploadOf(csv, key))) === 201,
          'the next upload failed',
        );
        return (
          `${broken()} were broken off under way; descriptors ${before}, then ` +
          `${descriptors(server.pid)}; no temporary file`
        );
      }),
  },
  {
    name: 'A worker is killed in the middle of a job',
    run: () =>
      withInstallation(async ({ start, open }) => {
        const server = await start();
        const { key } = await open(server, 'worker');
        const workers = () => childrenOf(server.pid);
        await secondsUntil(() => Promise.resolve(workers().length >= 2), 20);
        const [before, asked] = [
          workers(),
          statusOf(`${server.url}/api/v1/datasets`, uploadOf(csvOf(600_000), key)),
        ];
        await untilBusy(before);
        for (const pid of before) process.kill(pid, 'SIGKILL');
        const status = await asked;
        must(status === 503, `the upload answered ${status}`);
        must(
          workers().every((pid) => !before.includes(pid)),
          'the workers were not killed',
        );
        must((await listDatasets(server.url, key)).length === 0, 'half a dataset is left');
        must(
          (await statusOf(`${server.url}/api/v1/datasets`, uploadOf(csvOf(1000), key))) === 201,
          'the next upload failed',
        );
        return '503 for that upload, nothing left; the next one went in';
      }),
  },
  {
    name: 'A worker hangs in the middle of a job',
    run: () =>
      withInstallation(async ({ start, open }) => {
        const server = await start();
        const { key } = await open(server, 'hang');
        await secondsUntil(() => Promise.resolve(childrenOf(server.pid).length >= 2), 20);
        const controller = new AbortController();
        const asked = fetch(`${server.url}/api/v1/datasets`, {
          ...uploadOf(csvOf(600_000), key),
          signal: controller.signal,
        }).catch(() => null);
        const stuck = childrenOf(server.pid);
        await untilBusy(stuck);
        for (const pid of stuck) process.kill(pid, 'SIGSTOP');
        try {
          await secondsUntil(
            () =>
              Promise.resolve(
                stuck.some((pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') T ')),
              ),
            20,
          );
          // The caller goes away: an interrupt that is not heard ends in a kill.
          controller.abort();
          await asked;
          await secondsUntil(
            async () =>
              (await statusOf(`${server.url}/api/v1/datasets`, uploadOf(csvOf(1000), key), 20)) ===
              201,
            60,
          );
          must((await listDatasets(server.url, key)).length === 1, 'half a dataset is left');
          return 'the stuck worker was replaced; the next upload went in';
        } finally {
          // A worker without a job was stopped too: it would not hear that its server has ended.
          for (const pid of childrenOf(server.pid).filter((child) => stuck.includes(child)))
            process.kill(pid, 'SIGCONT');
        }
      }),
  },
  {
    name: 'The server is asked to end under load',
    hasUnprotected: true,
    run: (_, unprotected) =>
      withInstallation(async ({ start, open }) => {
        const server = await start();
        const { key } = await open(server, 'term');
        let [answered, lost, refused] = [0, 0, 0];
        const load = new AbortController();
        const ask = (): Promise<void> =>
          new Promise((done) => {
            let connected = false;
            const sent = request(
              `${server.url}/api/v1/statistics`,
              { method: 'POST', agent: false, headers: { 'API-Key': key, ...asJson } },
              (res) => {
                res
                  .resume()
                  .once('end', () => {
                    answered += 1;
                    done();
                  })
                  .once('error', () => {
                    lost += 1;
                    done();
                  });
              },
            );
            sent.once('socket', (socket: Socket) =>
              socket.once('connect', () => (connected = true)),
            );
            sent.once('error', () => {
              if (connected) lost += 1;
              else refused += 1;
              done();
            });
            sent.end(JSON.stringify({ data: { x: Array.from({ length: 2000 }, (_, i) => i) } }));
          });
        const loaded = Promise.all(
          Array.from({ length: 20 }, async () => {
            while (!load.signal.aborted) await ask();
          }),
        );
        await secondsUntil(() => Promise.resolve(answered >= 100), 60);
        const ended = once(server.child, 'exit');
        const begin = performance.now();
        server.child.kill(unprotected ? 'SIGKILL' : 'SIGTERM');
        const [code] = await ended;
        const seconds = (performance.now() - begin) / 1000;
        load.abort();
        await loaded;
        must(answered > 20 && refused > 0, 'there was no load');
        must(lost === 0, `${lost} requests that were taken got no answer`);
        must(
          code === 0 && seconds <= 30,
          `it ended with ${String(code)} after ${seconds.toFixed(1)} s`,
        );
        return `${answered} answered, none lost; ended after ${seconds.toFixed(1)} s`;
      }),
  },
  {
    name: 'A thousand slow clients',
    run: () =>
      withInstallation(async ({ start, open }) => {
        const server = await start();
        const { key } = await open(server, 'slow');
        const measure = async (): Promise<number> => {
          const times: number[] = [];
          for (let i = 0; i < 300; i++) {
            const begin = performance.now();
            must(
              (await statusOf(`${server.url}/api/v1/datasets`, { headers: { 'API-Key': key } })) ===
                200,
              'a call failed',
            );
            times.push(performance.now() - begin);
          }
          return p99(times);
        };
        await measure();
        const before = await measure();
        const { hostname, port } = new URL(server.url);
        const sockets = Array.from({ length: 1000 }, () => {
          const socket = connect(Number(port), hostname, () =>
            socket.write('POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nX-Slow: '),
          );
          socket.on('error', () => {});
          return socket;
        });
        const drip = setInterval(
          () => sockets.forEach((socket) => socket.writable && socket.write('a')),
          1000,
        );
        try {
          const open = () => sockets.filter((socket) => socket.readyState === 'open').length;
          await secondsUntil(() => Promise.resolve(open() > 900), 30);
          const held = open();
          const during = await measure();
          must(
            during < 2 * before + 5,
            `p99 ${during.toFixed(1)} ms where it was ${before.toFixed(1)}`,
          );
          return `${held} held open; p99 ${during.toFixed(1)} ms where it was ${before.toFixed(1)}`;
        } finally {
          clearInterval(drip);
          for (const socket of sockets) socket.destroy();
        }
      }),
  },
];
