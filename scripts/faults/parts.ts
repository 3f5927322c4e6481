import { startPostgres } from '@columnist/core/testing';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { openAccount } from '../bench/accounts.ts';
import { startServer, type Server } from '../bench/servers.ts';

export interface Fault {
  readonly name: string;
  /**
   * What was seen; throws what is wrong, or that the fault did not happen. With `unprotected` the
   * same without what protects from it. `before` is the revision from which is upgraded.
   */
  readonly run: (
    chance: () => number,
    unprotected: boolean,
    before: string | null,
  ) => Promise<string>;
  /** Whether it knows how to run without its protection. */
  readonly hasUnprotected?: true;
}

export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

export const csvOf = (rows: number): string =>
  `id,town,value\n${Array.from({ length: rows }, (_, i) => `${i},town ${i % 97},${(i * 7919) % 10_007}.25`).join('\n')}\n`;

export interface Installation {
  readonly folder: string;
  readonly database: Awaited<ReturnType<typeof startDatabase>>;
  /** A server on that database; of another folder's program where one is given. */
  readonly start: (variables?: Record<string, string>, program?: string) => Promise<Server>;
  readonly open: (
    server: Server,
    name: string,
    tier?: 'free' | 'paid',
  ) => Promise<{ session: string; key: string }>;
}

/** Of every server of an installation. */
export const appSecret = 'one secret for all of the faults 42';

/** PostgreSQL with ways to kill and to freeze it. */
async function startDatabase(folder: string) {
  const postgres = await startPostgres(folder, { lasting: true });
  const pids = (): number[] => {
    const main = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return [main, ...childrenOf(main)];
  };
  const isOpen = (): Promise<boolean> =>
    new Promise((done) => {
      const socket = connect(Number(new URL(postgres.url).port), '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        done(true);
      });
      socket.once('error', () => done(false));
    });
  return {
    url: postgres.url,
    isOpen,
    kill: async () => {
      for (const pid of pids()) kill(pid, 'SIGKILL');
      while (await isOpen()) await wait(50);
    },
    startAgain: async () => {
      rmSync(join(folder, 'postmaster.pid'), { force: true });
      await postgres.startAgain();
    },
    freeze: () => pids().forEach((pid) => kill(pid, 'SIGSTOP')),
    thaw: () => pids().forEach((pid) => kill(pid, 'SIGCONT')),
    stop: () => postgres.stop(),
  };
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/** Processes that a process has started. */
export const childrenOf = (parent: number): number[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || !existsSync(`/proc/${name}/stat`)) return [];
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return Number(fields[1]) === parent ? [Number(name)] : [];
  });

/** A database, and servers on it that are stopped with it. */
export async function withInstallation<Result>(
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'columnist-faults-'));
  // A folder of its own: run as root, the database belongs to another user.
  const databaseDir = mkdtempSync(join(tmpdir(), 'columnist-faults-postgres-'));
  const database = await startDatabase(databaseDir);
  const servers: Server[] = [];
  const outputs = (): string => servers.map((server) => server.output()).join('\n');
  try {
    return await work({
      folder,
      database,
      start: async (variables = {}, program) => {
        const server = await startServer(
          database.url,
          join(folder, `data-${servers.length}`),
          {
            APP_SECRET: appSecret,
            LOG_LEVEL: 'info',
            WORKERS: '2',
            ...variables,
          },
          program,
        );
        servers.push(server);
        return server;
      },
      open: (server, name, tier = 'paid') =>
        openAccount(server.url, outputs, `${name}@columnist.example`, database.url, tier),
    });
  } finally {
    for (const server of servers) {
      if (server.child.exitCode !== null || server.child.signalCode !== null) continue;
      const ended = once(server.child, 'exit');
      server.child.kill('SIGKILL');
      await ended;
    }
    await database.stop();
    for (const path of [folder, databaseDir])
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  }
}

export type GateMode = 'open' | 'slow' | 'hang' | 'refuse' | 'garbage';

/** Milliseconds by which everything is late that passes a slow door. */
const lateness = 400;

/**
 * A door in front of a service on this machine, which can be slow, hang, refuse, or answer
 * nonsense.
 */
export async function startGate(targetPort: number): Promise<{
  port: number;
  set: (mode: GateMode) => void;
  touched: () => number;
  close: () => void;
}> {
  let mode: GateMode = 'open';
  let touched = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {});
    client.once('close', () => sockets.delete(client));
    if (mode !== 'open') touched += 1;
    if (mode === 'refuse') client.destroy();
    if (mode === 'garbage') client.end('\u0000\u0001 this is not what you expect\r\n\r\n');
    if (mode === 'hang') client.resume();
    if (mode !== 'open' && mode !== 'slow') return;
    const target = connect(targetPort, '127.0.0.1');
    sockets.add(target);
    target.on('error', () => client.destroy());
    target.once('close', () => sockets.delete(target));
    const late = new Transform({
      transform: (chunk: Buffer, _, done) =>
        void setTimeout(() => done(null, chunk), mode === 'slow' ? lateness : 0),
    });
    client.pipe(target).pipe(late).pipe(client);
    client.once('close', () => target.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: z.object({ port: z.int() }).parse(server.address()).port,
    set: (next) => {
      mode = next;
      for (const socket of sockets) socket.destroy();
    },
    touched: () => touched,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Status of a call, 0 where there was no answer within the time. */
export const statusOf = (url: string, options: RequestInit = {}, seconds = 60): Promise<number> =>
  fetch(url, { ...options, signal: AbortSignal.timeout(seconds * 1000) }).then(
    async (response) => {
      await response.arrayBuffer().catch(() => null);
      return response.status;
    },
    () => 0,
  );

export function uploadOf(csv: string, key: string, more: Record<string, string> = {}): RequestInit {
  const body = new FormData();
  body.append('file', new Blob([csv]), 'fault.csv');
  return { method: 'POST', headers: { 'API-Key': key, ...more }, body };
}

const listed = z.array(z.object({ id: z.uuid(), name: z.string(), row_count: z.int().nullable() }));
export const listDatasets = async (url: string, key: string) =>
  listed.parse(
    await (await fetch(`${url}/api/v1/datasets?limit=50`, { headers: { 'API-Key': key } })).json(),
  );

/** Seconds until the work gives true. */
export async function secondsUntil(holds: () => Promise<boolean>, atMost: number): Promise<number> {
  const begin = performance.now();
  while (!(await holds())) {
    if (performance.now() - begin > atMost * 1000) throw new Error(`Not within ${atMost} seconds.`);
    await wait(50);
  }
  return (performance.now() - begin) / 1000;
}
