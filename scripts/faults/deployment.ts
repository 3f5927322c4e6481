import { startS3 } from '@columnist/core/testing';
import { createMailSandbox } from '@columnist/sandbox';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { inDatabase } from '../bench/servers.ts';
import { csvOf, must, secondsUntil, statusOf, withInstallation, type Fault } from './parts.ts';

const root = resolve(import.meta.dirname, '../..');

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = z.object({ port: z.int() }).parse(probe.address());
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The proxy of docker/Caddyfile, with the addresses of processes instead of containers' names and a certificate of its own making. */
function proxyConfig(port: number, folder: string, replicas: readonly number[]): string {
  const written = readFileSync(join(root, 'docker/Caddyfile'), 'utf8');
  const block = '{$HOSTNAME_PUBLIC} {';
  const named = (i: number): string => `columnist-server-${i + 1}:3000`;
  must(written.includes(block) && replicas.every((_, i) => written.includes(named(i))), 'docker/Caddyfile is written otherwise now');
  const site = replicas.reduce((text, replica, i) => text.replace(named(i), `127.0.0.1:${replica}`), written.replace(block, `https://localhost:${port} {\n\ttls internal`));
  return `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tstorage file_system ${folder}\n}\n${site}`;
}

/** The program of another revision, installed in this folder. */
function checkOut(revision: string, folder: string): string {
  mkdirSync(folder);
  execFileSync('git', ['archive', '--output', join(folder, 'program.tar'), revision], { cwd: root });
  execFileSync('tar', ['--extract', '--file', 'program.tar'], { cwd: folder });
  execFileSync('npx', ['-y', 'pnpm@12.21.0', 'install', '--frozen-lockfile'], { cwd: folder, stdio: 'ignore' });
  return folder;
}

export const deployment: readonly Fault[] = [
  {
    name: 'Three replicas in production, behind a proxy with TLS, are replaced one after the other under load',
    run: (_chance, _unprotected, before) =>
      withInstallation(async ({ database, folder, start, open }) => {
        const programBefore = before === null ? root : checkOut(before, join(folder, 'before'));
        const rowsOf = (table: string): Promise<number> => inDatabase(database.url, async (client) => (await client.query(`select from ${table}`)).rowCount ?? 0);
        // A server with stand-ins makes the account; it shares the database and the secret.
        const first = await start({}, programBefore);
        const { key } = await open(first, 'deployed');
        await first.stop();
        mkdirSync(join(folder, 's3'));
        const [s3, mail] = [await startS3(join(folder, 's3')), await createMailSandbox({ onMail: () => {} })];
        const children: ChildProcess[] = [];
        try {
          const port = await freePort();
          const replicas = [await freePort(), await freePort(), await freePort()];
          const startReplica = async (replica: number, program: string): Promise<ChildProcess> => {
            const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
              cwd: program, stdio: 'ignore',
              env: {
                PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', PORT: String(replica), PUBLIC_URL: `https://localhost:${port}`, TRUST_PROXY: '1', DATA_DIR: join(folder, `replica-${replica}`), LOG_LEVEL: 'error', WORKERS: '1',
                DATABASE_URL: database.url, APP_SECRET: 'one secret for all of the faults 42', SMTP_URL: mail.smtpUrl, S3_ENDPOINT: s3.endpoint, S3_BUCKET: s3.bucket, S3_ACCESS_KEY_ID: s3.accessKeyId, S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
                STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PRICE_ID: 'price_1', METRICS_TOKEN: 'bWV0cmljcyB0b2tlbiBvZiBhIGdvb2QgbGVuZ3Ro',
              },
            });
            children.push(child);
            await secondsUntil(async () => {
              must(child.exitCode === null, `a replica ended with ${child.exitCode}`);
              return (await statusOf(`http://127.0.0.1:${replica}/ready`)) === 200;
            }, 60);
            return child;
          };
          const running = await Promise.all(replicas.map((replica) => startReplica(replica, programBefore)));
          const migrations = await rowsOf('schema_migration');
          const config = join(folder, 'Caddyfile');
          writeFileSync(config, proxyConfig(port, join(folder, 'caddy'), replicas));
          const proxy = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], { stdio: 'ignore' });
          children.push(proxy);
          const missing = once(proxy, 'error').then(() => {
            throw new Error('caddy is missing: install the Debian package caddy.');
          });
          const certificate = join(folder, 'caddy/pki/authorities/local/root.crt');
          await Promise.race([missing, secondsUntil(() => Promise.resolve(existsSync(certificate)), 20)]);
          const agent = new Agent({ ca: readFileSync(certificate), keepAlive: true, maxSockets: 12 });
          const ask = (method: string, path: string, type?: string, body?: string): Promise<number> =>
            new Promise((done) => {
              const sent = request({ host: 'localhost', port, path, method, agent, headers: { 'API-Key': key, ...(type === undefined ? {} : { 'Content-Type': type }) } }, (res) => res.resume().once('end', () => done(res.statusCode ?? 0)).once('error', () => done(0)));
              sent.once('error', () => done(0)).end(body);
            });
          await secondsUntil(async () => (await ask('GET', '/health')) === 200, 20);
          must((await ask('GET', '/metrics')) === 404, 'the metrics can be read from outside');
          const statuses = new Map<string, number>();
          const upload = `--edge\r\nContent-Disposition: form-data; name="file"; filename="deployed.csv"\r\n\r\n${csvOf(2000)}\r\n--edge--\r\n`;
          const load = new AbortController();
          const loaded = Promise.all(Array.from({ length: 9 }, async (_, i) => {
            while (!load.signal.aborted) {
              const status = await (i < 5 ? ask('GET', '/api/v1/datasets?limit=5') : i < 8 ? ask('POST', '/api/v1/statistics', 'application/json', '{"data":{"x":[1,2,3]}}') : ask('POST', '/api/v1/datasets', 'multipart/form-data; boundary=edge', upload));
              const seen = `${i < 5 ? 'reads' : i < 8 ? 'statistics' : 'uploads'} ${status}`;
              statuses.set(seen, (statuses.get(seen) ?? 0) + 1);
              // Below what a user may ask in a minute.
              await wait(1100);
            }
          }));
          for (const [i, child] of running.entries()) {
            await wait(2000);
            const ended = once(child, 'exit');
            child.kill('SIGTERM');
            const [code] = await ended;
            must(code === 0, `a replica ended with ${String(code)}`);
            await startReplica(replicas[i] ?? 0, root);
          }
          await wait(2000);
          load.abort();
          await loaded;
          agent.destroy();
          const told = [...statuses].map(([seen, n]) => `${n} × ${seen}`).sort().join(', ');
          must(statuses.size >= 3, `there was no load: ${told}`);
          must([...statuses.keys()].every((seen) => / 20[01]$/.test(seen)), told);
          must((await rowsOf('dataset')) === (statuses.get('uploads 201') ?? 0), `not as many datasets as uploads: ${told}`);
          return before === null ? told : `${told}; upgraded from ${before} with ${(await rowsOf('schema_migration')) - migrations} migrations`;
        } finally {
          for (const child of children) {
            if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue;
            const ended = once(child, 'exit');
            child.kill('SIGKILL');
            await ended;
          }
          await Promise.all([s3.stop(), mail.close()]);
        }
      }),
  },
];
