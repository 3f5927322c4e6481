import { startS3 } from '@columnist/core/testing';
import { createMailSandbox } from '@columnist/sandbox';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { must, secondsUntil, statusOf, type Installation } from './parts.ts';

export const root = resolve(import.meta.dirname, '../..');

/** Three servers in production, and the way to them through a proxy. */
export interface Replicas {
  /** What all of them share: database, store, secret. */
  readonly variables: Readonly<Record<string, string>>;
  /** Asks the proxy: the status, 0 where the connection was lost. */
  readonly ask: (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ) => Promise<number>;
  /** Ends one after the other, and starts it again. */
  readonly replace: (program: string, changed?: Record<string, string>) => Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = z.object({ port: z.int() }).parse(probe.address());
  probe.close();
  await once(probe, 'close');
  return port;
}

/**
 * The proxy of docker/Caddyfile, with the addresses of processes instead of containers' names and a
 * certificate of its own making.
 */
function proxyConfig(port: number, folder: string, replicas: readonly number[]): string {
  const written = readFileSync(join(root, 'docker/Caddyfile'), 'utf8');
  const block = '{$HOSTNAME_PUBLIC} {';
  const named = (i: number): string => `columnist-server-${i + 1}:3000`;
  must(
    written.includes(block) && replicas.every((_, i) => written.includes(named(i))),
    'docker/Caddyfile is written otherwise now',
  );
  const site = replicas.reduce(
    (text, replica, i) => text.replace(named(i), `127.0.0.1:${replica}`),
    written.replace(block, `https://localhost:${port} {\n\ttls internal`),
  );
  return (
    '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tstorage ' +
    `file_system ${folder}\n}\n${site}`
  );
}

/**
 * Starts them of this program, on the installation's database, a store and a mail server, behind
 * Caddy with TLS.
 */
export async function withReplicas<Result>(
  { folder, database }: Installation,
  program: string,
  work: (replicas: Replicas) => Promise<Result>,
): Promise<Result> {
  mkdirSync(join(folder, 's3'));
  const [s3, mail] = [
    await startS3(join(folder, 's3')),
    await createMailSandbox({ onMail: () => {} }),
  ];
  const children: ChildProcess[] = [];
  const [port, ...ports] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const variables = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'production',
    PUBLIC_URL: `https://localhost:${port}`,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
    WORKERS: '1',
    DATABASE_URL: database.url,
    APP_SECRET: 'one secret for all of the faults 42',
    SMTP_URL: mail.smtpUrl,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PRICE_ID: 'price_1',
    METRICS_TOKEN: 'bWV0cmljcyB0b2tlbiBvZiBhIGdvb2QgbGVuZ3Ro',
  };
  const start = async (
    replica: number,
    from: string,
    changed: Record<string, string> = {},
  ): Promise<ChildProcess> => {
    const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
      cwd: from,
      stdio: 'ignore',
      env: {
        ...variables,
        PORT: String(replica),
        DATA_DIR: join(folder, `replica-${replica}`),
        ...changed,
      },
    });
    children.push(child);
    await secondsUntil(async () => {
      must(child.exitCode === null, `a replica ended with ${child.exitCode}`);
      return (await statusOf(`http://127.0.0.1:${replica}/ready`)) === 200;
    }, 60);
    return child;
  };
  try {
    let running = await Promise.all(ports.map((replica) => start(replica, program)));
    const config = join(folder, 'Caddyfile');
    writeFileSync(config, proxyConfig(port, join(folder, 'caddy'), ports));
    const proxy = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
      stdio: 'ignore',
    });
    children.push(proxy);
    const missing = once(proxy, 'error').then(() => {
      throw new Error('caddy is missing: install the Debian package caddy.');
    });
    const certificate = join(folder, 'caddy/pki/authorities/local/root.crt');
    await Promise.race([missing, secondsUntil(() => Promise.resolve(existsSync(certificate)), 20)]);
    const agent = new Agent({ ca: readFileSync(certificate), keepAlive: true, maxSockets: 12 });
    const ask: Replicas['ask'] = (method, path, headers, body) =>
      new Promise((done) => {
        const sent = request({ host: 'localhost', port, path, method, agent, headers }, (res) =>
          res
            .resume()
            .once('end', () => done(res.statusCode ?? 0))
            .once('error', () => done(0)),
        );
        sent.once('error', () => done(0)).end(body);
      });
    await secondsUntil(async () => (await ask('GET', '/health', {})) === 200, 20);
    try {
      return await work({
        variables,
        ask,
        replace: async (from, changed) => {
          const started: ChildProcess[] = [];
          for (const [i, child] of running.entries()) {
            await wait(2000);
            const ended = once(child, 'exit');
            child.kill('SIGTERM');
            const [code] = await ended;
            must(code === 0, `a replica ended with ${String(code)}`);
            started.push(await start(ports[i] ?? 0, from, changed));
          }
          running = started;
          await wait(2000);
        },
      });
    } finally {
      agent.destroy();
    }
  } finally {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    await Promise.all([s3.stop(), mail.close()]);
  }
}

/** Asks again and again until asked to end; what was asked by what it got, and how often. */
export function loadOf(
  asking: readonly { readonly name: string; readonly ask: () => Promise<number> }[],
): { end: () => Promise<ReadonlyMap<string, number>> } {
  const statuses = new Map<string, number>();
  const load = new AbortController();
  const loaded = Promise.all(
    asking.map(async ({ name, ask }) => {
      while (!load.signal.aborted) {
        const seen = `${name} ${await ask()}`;
        statuses.set(seen, (statuses.get(seen) ?? 0) + 1);
        // Below what a user may ask in a minute.
        await wait(1100);
      }
    }),
  );
  return {
    end: async () => {
      load.abort();
      await loaded;
      return statuses;
    },
  };
}

export const summaryOf = (statuses: ReadonlyMap<string, number>): string =>
  [...statuses]
    .map(([seen, n]) => `${n} × ${seen}`)
    .sort()
    .join(', ');
