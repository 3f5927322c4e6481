import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { must, type Check } from './check.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/**
 * What an installation depends on: its folder, its settings, and the files it is put in place by.
 */
export const deploymentChecks: readonly Check[] = [
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
