import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readConfig } from './config.ts';

const root = resolve(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'columnist-deployment-'));
afterAll(() => rmSync(folder, { recursive: true }));

const known = new Set(
  Array.from(read('README.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g), ([, name]) => name),
);
const variables = z.record(z.string(), z.union([z.string(), z.number()]));

/** What an operator would fill in. */
const filled: Readonly<Record<string, string>> = {
  HOSTNAME_PUBLIC: 'columnist.example.com',
  APP_SECRET: 'Zm9ydHktdHdvIHJhbmRvbSBieXRlcyBvZiBzZWNyZXQ=',
  METRICS_TOKEN: 'bWV0cmljcyB0b2tlbiBvZiBhIGdvb2QgbGVuZ3Ro',
  POSTGRES_PASSWORD: 'secret',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'key',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'Columnist <no-reply@example.com>',
  SUPPORT_EMAIL: 'support@example.com',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_ID: 'price_1',
};
/** Of a variable that may be left out (`:-`) nothing. */
const fill = (value: string | number): string =>
  String(value).replace(
    /\$\{(\w+):([?-])[^}]*\}/g,
    (_, name: string, kind: string) =>
      filled[name] ?? (kind === '-' ? '' : `nothing is known of ${name}`),
  );
const production = { NODE_ENV: 'production', HOST: '0.0.0.0', DATA_DIR: join(folder, 'data') };

it('the image starts the server as `pnpm start` does', () => {
  const command = z
    .array(z.string())
    .parse(JSON.parse(/^CMD (\[.*\])$/m.exec(read('docker/Dockerfile'))?.[1] ?? ''));
  const { scripts } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(read('package.json')));
  expect(scripts.start.split(' && ').at(-1)).toBe(command.join(' '));
});

it('the composition sets variables that the server knows, and with them it starts in production', () => {
  const { services } = z
    .object({ services: z.looseObject({ server: z.object({ environment: variables }) }) })
    .parse(parse(read('docker/compose.yaml')));
  const { environment } = services.server;
  expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
  expect(
    readConfig({
      ...production,
      ...Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, fill(value)]),
      ),
    }),
  ).toMatchObject({
    exposed: true,
    databaseUrl: 'postgres://columnist:secret@database:5432/columnist',
    S3_BUCKET: 'columnist',
    TRUST_PROXY: 1,
  });
  // Each of them is in the file to copy.
  const offered = new Set(
    Array.from(read('docker/.env.example').matchAll(/^(\w+)=/gm), ([, name]) => name),
  );
  const wanted = Array.from(
    read('docker/compose.yaml').matchAll(/\$\{(\w+):[?-][^}]*\}/g),
    ([, name]) => name,
  );
  expect(wanted.filter((name) => !offered.has(name))).toEqual([]);
});

it('the proxy asks every replica by the name that the composition gives it', () => {
  const { name, services } = z
    .object({
      name: z.string(),
      services: z.looseObject({ server: z.object({ deploy: z.object({ replicas: z.int() }) }) }),
    })
    .parse(parse(read('docker/compose.yaml')));
  const asked = /reverse_proxy (.+) \{/.exec(read('docker/Caddyfile'))?.[1];
  expect(asked?.split(' ')).toEqual(
    Array.from(
      { length: services.server.deploy.replicas },
      (_, i) => `${name}-server-${i + 1}:3000`,
    ),
  );
});

it('the manifests do the same, and run the server as nobody on a root that is only read', () => {
  const documents = ['columnist.yaml', 'secret.yaml'].flatMap((name) =>
    parseAllDocuments(read(`docker/kubernetes/${name}`)).map((document): unknown =>
      document.toJS(),
    ),
  );
  const kinds = documents.map((document) => z.object({ kind: z.string() }).parse(document).kind);
  expect(kinds).toEqual([
    'ConfigMap',
    'Deployment',
    'Service',
    'PodDisruptionBudget',
    'Ingress',
    'NetworkPolicy',
    'Secret',
  ]);
  const { data } = z.object({ data: variables }).parse(documents[0]);
  const { stringData } = z.object({ stringData: variables }).parse(documents.at(-1));
  expect(
    [...Object.keys(data), ...Object.keys(stringData)].filter((name) => !known.has(name)),
  ).toEqual([]);
  const secrets = Object.fromEntries(
    Object.keys(stringData).map((name) => [
      name,
      name === 'DATABASE_URL' ? 'postgres://a:b@database/c' : (filled[name] ?? ''),
    ]),
  );
  expect(
    readConfig({
      ...production,
      ...Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)])),
      ...secrets,
    }),
  ).toMatchObject({ exposed: true, PUBLIC_URL: 'https://columnist.example.com' });
  expect(documents[1]).toMatchObject({
    spec: {
      template: {
        spec: {
          securityContext: { runAsNonRoot: true },
          containers: [
            {
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ['ALL'] },
              },
              readinessProbe: { httpGet: { path: '/ready' } },
              livenessProbe: { httpGet: { path: '/health' } },
            },
          ],
        },
      },
    },
  });
});

const megabytes = (size: string): number =>
  Number.parseInt(size, 10) * (/g/i.test(size) ? 1024 : 1);

it('what a container may hold in memory is within its limit, its copies and its free room within /data', () => {
  const shape = z.object({
    environment: variables,
    deploy: z.object({ resources: z.object({ limits: z.object({ memory: z.string() }) }) }),
    tmpfs: z.array(z.string()),
  });
  const { server } = z
    .object({ services: z.looseObject({ server: shape }) })
    .parse(parse(read('docker/compose.yaml'))).services;
  const sizes = new Map(
    server.tmpfs.map((mount) => [
      mount.split(':')[0],
      megabytes(/size=(\d+[mg])/.exec(mount)?.[1] ?? ''),
    ]),
  );
  const set = (name: string): number => Number(server.environment[name]);
  const data = sizes.get('/data') ?? 0;
  expect([data, sizes.get('/tmp')]).toEqual([expect.any(Number), expect.any(Number)]);
  // Two uploads of 100 MB beside one another, each with the table that is made of it.
  expect(set('S3_CACHE_MB') + set('MIN_FREE_DISK_MB') + 2 * 2.3 * 100).toBeLessThan(data);
  expect(
    set('WORKERS') * set('WORKER_MEMORY_MB') + 1024 + data + (sizes.get('/tmp') ?? 0),
  ).toBeLessThanOrEqual(megabytes(server.deploy.resources.limits.memory));
});

it('the pods fit too, and reach no more than they need, from an image by its digest', () => {
  const documents = parseAllDocuments(read('docker/kubernetes/columnist.yaml')).map(
    (document): unknown => document.toJS(),
  );
  const { data } = z.object({ data: variables }).parse(documents[0]);
  const container = z.object({
    image: z.string(),
    resources: z.object({ limits: z.object({ memory: z.string() }) }),
  });
  const [server] = z
    .object({
      spec: z.object({
        template: z.object({ spec: z.object({ containers: z.array(container) }) }),
      }),
    })
    .parse(documents[1]).spec.template.spec.containers;
  expect(Number(data['WORKERS']) * Number(data['WORKER_MEMORY_MB']) + 1024).toBeLessThanOrEqual(
    megabytes(server?.resources.limits.memory ?? ''),
  );
  expect(server?.image).toMatch(/@sha256:/);
  const policy = z
    .object({
      spec: z.object({
        policyTypes: z.array(z.string()),
        egress: z.array(
          z.object({
            to: z.array(z.unknown()).min(1),
            ports: z.array(z.object({ port: z.int() })).min(1),
          }),
        ),
      }),
    })
    .parse(documents.at(-1));
  expect(policy.spec.policyTypes).toEqual(['Ingress', 'Egress']);
  // Not to the metadata of the cloud.
  expect(JSON.stringify(policy.spec.egress)).toContain('169.254.0.0/16');
});

it('no image holds what an operator has filled in', () => {
  expect(read('.dockerignore').split('\n')).toContain('**/.env');
  expect(read('docker/compose.yaml').match(/image: (?!columnist$)[^$\s].*/gm) ?? []).toEqual([]);
});

it('the image has neither root nor the stand-ins', () => {
  const lines = read('docker/Dockerfile').split('\n');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  expect(last).toContain('USER node');
  expect(last).toContain('CMD ["node", "--max-semi-space-size=8", "apps/server/src/main.ts"]');
  expect(last.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
  const removed = lines.flatMap((line) =>
    line.includes('rm -rf ') ? line.split(/\s+/).slice(line.split(/\s+/).indexOf('-rf') + 1) : [],
  );
  expect(removed).toEqual(
    expect.arrayContaining([
      'packages/sandbox',
      'packages/testing',
      'apps/server/node_modules/@columnist/sandbox',
    ]),
  );
});
