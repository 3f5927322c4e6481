import { createHmac } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { must, mustBe, type Check } from './check.ts';
import { password } from './site.ts';

const root = resolve(import.meta.dirname, '../..');

/** Starts the server with these settings; what it says before it ends. */
function boot(env: Record<string, string>): { status: number | null; said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'columnist-security-'));
  try {
    const { status, stderr, stdout } = spawnSync(process.execPath, ['apps/server/src/main.ts'], {
      cwd: root,
      env: {
        PATH: process.env['PATH'] ?? '',
        DATA_DIR: folder,
        PORT: '0',
        LOG_LEVEL: 'error',
        ...env,
      },
      timeout: 60_000,
      encoding: 'utf8',
    });
    return { status, said: stderr + stdout };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What an installation is set up with and writes down, by the numbers of the standard. */
export const installationChecks: readonly Check[] = [
  {
    number: '2.3.1',
    findings: ['H4'],
    title: 'Events of the payment provider that are forged, old or changed are refused',
    run: async (site) => {
      const body = JSON.stringify({
        id: 'evt_1',
        type: 'customer.subscription.updated',
        data: { object: { customer: 'cus_1' } },
      });
      const now = Math.floor(Date.now() / 1000);
      const sign = (at: number, key: string): string =>
        `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`;
      for (const signature of [
        '',
        't=1',
        sign(now, 'whsec_wrong'),
        sign(now, ''),
        sign(now - 3600, 'whsec_test'),
        sign(now, 'whsec_sandbox'),
      ])
        mustBe(
          await site.ask('POST', '/api/payments/webhook', {
            headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
            body,
          }),
          400,
          signature.slice(0, 30),
        );
      return 'six signatures, one by the constant that the stand-in once had';
    },
  },
  {
    number: '13.2.1',
    findings: ['H4', 'M6'],
    title: 'Production does not start on stand-ins or weak secrets, and names each',
    run: () => {
      const bare = boot({ NODE_ENV: 'production' });
      for (const name of [
        'SMTP_URL',
        'STRIPE_SECRET_KEY',
        'PUBLIC_URL',
        'TRUST_PROXY',
        'APP_SECRET',
      ])
        must(
          bare.status === 1 && bare.said.includes(name),
          `${name} was not asked for: ${bare.said.slice(0, 300)}`,
        );
      for (const secret of ['short', 'a'.repeat(40)])
        must(
          boot({ NODE_ENV: 'production', APP_SECRET: secret }).said.includes('APP_SECRET'),
          `APP_SECRET=${secret} was taken`,
        );
      must(boot({ HOST: '0.0.0.0' }).status === 1, 'it listens to everybody on stand-ins');
      // H4: a proxy on the same machine brings others to a server that listens on loopback.
      for (const env of [{ PUBLIC_URL: 'https://columnist.example' }, { TRUST_PROXY: '1' }])
        must(
          boot(env).status === 1,
          `it starts on stand-ins behind a proxy: ${JSON.stringify(env)}`,
        );
      return Promise.resolve('six boots refused');
    },
  },
  {
    number: '15.2.1',
    title: 'The lock file pins every dependency by its checksum',
    run: () => {
      const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
      const packages = lock.match(/^ {2}'?@?[\w./-]+@[\d.]+[^\n]*:\n {4}resolution:[^\n]*/gm) ?? [];
      const loose = packages.filter((entry) => !entry.includes('integrity: sha512-'));
      must(
        packages.length > 300 && loose.length === 0,
        `${loose.length} of ${packages.length} have none: ${loose.slice(0, 3).join(' ')}`,
      );
      return Promise.resolve(`${packages.length} packages`);
    },
  },
  {
    number: '16.2.5',
    title: 'Logs hold no password, token, key or cell',
    run: (site) => {
      const log = site.server.log();
      for (const secret of [
        site.alice.session,
        site.alice.key,
        site.mallory.key,
        password,
        'alpha,1',
      ])
        must(!log.includes(secret), `the log has ${secret.slice(0, 12)}…`);
      return Promise.resolve(`${log.split('\n').length} lines`);
    },
  },
];
