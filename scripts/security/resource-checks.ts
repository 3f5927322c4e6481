import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { must, mustBe, type Check } from './check.ts';
import { asSession, password, type Answer } from './site.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** A body that is sent in pieces, each after a pause, by a client that reads nothing before it has sent all. */
function sendSlowly(
  url: string,
  headers: Record<string, string>,
  pieces: readonly Buffer[],
  pause: number,
): Promise<number> {
  return new Promise((done) => {
    const asked = request(url, {
      method: 'POST',
      headers: {
        ...headers,
        'Content-Length': pieces.reduce((sum, { length }) => sum + length, 0),
      },
    });
    let status = 0;
    let sent = false;
    asked.once('error', () => done(sent ? status : 0));
    asked.once('response', (answer) => {
      status = answer.statusCode ?? 0;
      answer.resume();
      if (sent) done(status);
    });
    void (async () => {
      for (const piece of pieces) {
        asked.write(piece);
        await wait(pause);
      }
      sent = true;
      asked.end(() => status > 0 && done(status));
    })();
  });
}

/** What an attacker can fill, hold or keep busy. */
export const resourceChecks: readonly Check[] = [
  {
    number: '15.2.3',
    findings: ['L14', 'L17'],
    title: 'A refused upload gets its answer however slowly it is sent; half a body does not stay',
    run: async (site) => {
      const pieces = Array.from({ length: 24 }, () => Buffer.alloc(500_000, '1\n'));
      const refused = await sendSlowly(
        `${site.url}/api/v1/datasets`,
        { ...asSession(site.mallory), 'Content-Type': 'multipart/form-data; boundary=edge' },
        pieces,
        500,
      );
      must(
        refused === 413,
        `twelve megabytes in twelve seconds: ${refused === 0 ? 'the answer was lost' : refused}`,
      );
      const begun = performance.now();
      const halves = await Promise.all(
        Array.from(
          { length: 50 },
          () =>
            new Promise<number>((done) => {
              const asked = request(
                `${site.url}/api/v1/auth/login`,
                {
                  method: 'POST',
                  headers: { 'Content-Type': 'application/json', 'Content-Length': 500 },
                },
                (answer) => done(answer.statusCode ?? 0),
              );
              asked.once('error', () => done(0)).write('{"email":');
            }),
        ),
      );
      must(
        halves.every((status) => status === 408),
        `half bodies: ${[...new Set(halves)].join()}`,
      );
      return `413 after ${pieces.length / 2} s; 50 half bodies ended after ${((performance.now() - begun) / 1000).toFixed(0)} s`;
    },
  },
  {
    number: '15.2.4',
    findings: ['L13'],
    title: 'A request to /trpc holds at most twenty calls',
    run: async (site) => {
      const calls = Array.from({ length: 900 }, () => 'auth.refresh').join();
      mustBe(
        await site.ask('POST', `/trpc/${calls}?batch=1`, {
          body: Object.fromEntries(
            Array.from({ length: 900 }, (_, i) => [i, { refresh_token: 'x' }]),
          ),
        }),
        413,
        '900 refreshes',
      );
      return '900 refused';
    },
  },
  {
    number: '1.1.1',
    findings: ['M2', 'L6'],
    title:
      'Text with NUL or half a character is refused by every door, an empty date pattern too, never with a 5xx',
    run: async (site) => {
      const named = (name: string): string =>
        `{"email":"${randomUUID()}@columnist.example","password":"${password}","full_name":"${name}"}`;
      const json = { 'Content-Type': 'application/json' };
      for (const name of ['No\\u0000Body', 'No\\ud800Body', 'No\\udfff']) {
        mustBe(
          await site.ask('POST', '/api/v1/auth/register', { headers: json, body: named(name) }),
          422,
          name,
        );
        mustBe(
          await site.ask('POST', '/trpc/auth.register', { headers: json, body: named(name) }),
          422,
          `${name} by /trpc`,
        );
      }
      mustBe(
        await site.ask('GET', '/api/v1/datasets?q=%00', { headers: asSession(site.alice) }),
        422,
        'a query',
      );
      for (const view of [
        { derive: [{ name: 'x', expression: "to_date(secret, '')" }] },
        { clean: [{ step: 'parse_dates', columns: ['secret'], pattern: '' }] },
      ]) {
        mustBe(
          await site.ask('POST', `/api/v1/datasets/${site.dataset}/overview`, {
            headers: asSession(site.alice),
            body: { view },
          }),
          422,
          JSON.stringify(view),
        );
      }
      const long = { derive: [{ name: 'x', expression: '1+'.repeat(192 * 1024) }] };
      mustBe(
        await site.ask('POST', `/api/v1/datasets/${site.dataset}/overview`, {
          headers: asSession(site.alice),
          body: { view: long },
        }),
        413,
        '384 KB of an expression',
      );
      return 'nine refused with 422, 384 KB of an expression with 413';
    },
  },
  {
    number: '1.2.11',
    findings: ['L7'],
    title: 'Cells after a line end and with full-width signs are neutralised too',
    run: async (site) => {
      const who = await site.newcomer();
      const id = String(
        (
          await site.upload(who, 'a,n\n"\n=1+1",1\n"\r=1",2\n＝1+1,3\n＋1,4\n－1,5\n＠x,6\n')
        ).json()['id'],
      );
      const { text } = await site.ask('GET', `/api/v1/datasets/${id}/export`, {
        headers: asSession(who),
      });
      must(text.split("'").length === 7, `some begin a formula: ${text}`);
      return 'six cells';
    },
  },
  {
    number: '7.4.3',
    findings: ['L16'],
    title: 'Upload links are few, and end with what asked for them',
    run: async (site) => {
      const who = await site.newcomer();
      const ask = (): Promise<Answer> =>
        site.ask('POST', '/api/v1/datasets/text', {
          headers: asSession(who),
          body: { name: 'a.csv' },
        });
      const links = await Promise.all(Array.from({ length: 25 }, ask));
      must(
        links.filter(({ status }) => status === 201).length === 20,
        `of 25: ${links.map(({ status }) => status).join()}`,
      );
      const link = new URL(String(links.find(({ status }) => status === 201)?.json()['upload_url']))
        .pathname;
      mustBe(
        await site.ask('POST', '/api/v1/auth/logout', { headers: asSession(who) }),
        204,
        'logout',
      );
      const form = new FormData();
      form.append('file', new Blob(['a\n1\n']), 'a.csv');
      const used = await fetch(site.url + link, { method: 'POST', body: form });
      must(used.status === 404, `after the log-out it took a file: ${used.status}`);
      return '5 of 25 refused; 404 after the log-out';
    },
  },
  {
    number: '13.2.5',
    findings: ['M6', 'L18', 'L19'],
    title:
      'Production needs TRUST_PROXY, a data folder is private though it was there before, a damaged database is named',
    run: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'columnist-private-'));
      const data = join(folder, 'data');
      mkdirSync(join(data, 'database'), { recursive: true, mode: 0o755 });
      const start = (env: Record<string, string>) =>
        spawn(process.execPath, ['apps/server/src/main.ts'], {
          cwd: root,
          env: {
            PATH: process.env['PATH'] ?? '',
            DATA_DIR: data,
            PORT: '0',
            LOG_LEVEL: 'error',
            WORKERS: '1',
            CAPTCHA: 'off',
            ...env,
          },
        });
      const saidBy = (child: ReturnType<typeof start>): Promise<string> =>
        new Promise((done) => {
          let said = '';
          const add = (chunk: Buffer): void => {
            said += chunk.toString();
            if (said.includes('is ready on')) child.kill('SIGTERM');
          };
          child.stdout.on('data', add);
          child.stderr.on('data', add);
          child.once('exit', () => done(said));
        });
      try {
        rmSync(join(data, 'database'), { recursive: true });
        must((await saidBy(start({}))).includes('is ready on'), 'it did not start');
        const open = [
          data,
          ...readdirSync(data, { recursive: true }).map((name) => join(data, String(name))),
        ].filter((path) => (statSync(path).mode & 0o077) !== 0);
        must(open.length === 0, `others may read ${open.slice(0, 3).join(', ')}`);
        must(
          (await saidBy(start({ NODE_ENV: 'production' }))).includes('TRUST_PROXY'),
          'TRUST_PROXY was not asked for',
        );
        rmSync(join(data, 'database/global'), { recursive: true });
        const damaged = await saidBy(start({}));
        must(
          damaged.includes('is damaged') && damaged.includes('restore'),
          `a damaged database: ${damaged.slice(0, 200)}`,
        );
        return 'one boot refused, 700 and 600, damage named';
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  },
  {
    number: '13.3.4',
    findings: ['M7', 'L22', 'L23'],
    title:
      'The deployment files: no secrets in images, memory that fits, egress limited, images by digest',
    run: () => {
      must(
        read('.dockerignore').split('\n').includes('**/.env'),
        '.dockerignore lets docker/.env into the image',
      );
      must(
        /\/data:[^\n]*size=\d+m/.test(read('docker/compose.yaml')) &&
          /S3_CACHE_MB: \d+/.test(read('docker/compose.yaml')),
        '/data has no size',
      );
      const cluster = read('docker/kubernetes/columnist.yaml');
      must(
        cluster.includes('policyTypes: [Ingress, Egress]') && /image: \S+@sha256:/.test(cluster),
        'egress is open, or an image goes by its tag',
      );
      return Promise.resolve('four files; apps/server/src/deployment.test.ts has the sums');
    },
  },
];
