import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Secret } from 'kubernetes-models/v1';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readConfig } from './config.ts';
import { openMetrics } from './metrics.ts';

const root = resolve(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'columnist-fleet-deployment-'));
afterAll(() => rmSync(folder, { recursive: true }));

const variables = z.record(z.string(), z.union([z.string(), z.number()]));
const known = new Set(
  Array.from(read('README.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g), ([, name]) => name),
);
const documentsOf = (path: string): unknown[] =>
  parseAllDocuments(read(path)).map((document): unknown => document.toJS());

/** What checks a manifest of a kind by the schema of Kubernetes' own types. */
const schemas: Readonly<Record<string, (manifest: unknown) => { validate: () => void }>> = {
  ConfigMap: (given) =>
    new ConfigMap(z.custom<ConstructorParameters<typeof ConfigMap>[0]>().parse(given)),
  Secret: (given) => new Secret(z.custom<ConstructorParameters<typeof Secret>[0]>().parse(given)),
  Deployment: (given) =>
    new Deployment(z.custom<ConstructorParameters<typeof Deployment>[0]>().parse(given)),
  PodDisruptionBudget: (given) =>
    new PodDisruptionBudget(
      z.custom<ConstructorParameters<typeof PodDisruptionBudget>[0]>().parse(given),
    ),
  HorizontalPodAutoscaler: (given) =>
    new HorizontalPodAutoscaler(
      z.custom<ConstructorParameters<typeof HorizontalPodAutoscaler>[0]>().parse(given),
    ),
  NetworkPolicy: (given) =>
    new NetworkPolicy(z.custom<ConstructorParameters<typeof NetworkPolicy>[0]>().parse(given)),
  ScaledObject: (given) =>
    new ScaledObject(z.custom<ConstructorParameters<typeof ScaledObject>[0]>().parse(given)),
  PrometheusRule: (given) =>
    new PrometheusRule(z.custom<ConstructorParameters<typeof PrometheusRule>[0]>().parse(given)),
};
const check = (manifest: unknown): string => {
  const { kind } = z.object({ kind: z.string() }).parse(manifest);
  schemas[kind]?.(manifest).validate();
  return kind;
};

/** Names of all metrics that a server of a fleet exports. */
async function exportedMetrics(): Promise<ReadonlySet<string>> {
  const lane = { waiting: 0, running: 0, refused: 0 };
  const load = {
    workers: 0,
    busyWorkers: 0,
    lanes: { fast: lane, slow: lane },
    movedJobs: 0,
    startedJobs: 0,
    waitingMail: 0,
    waitingEvents: 0,
  };
  const { registry } = openMetrics(
    { load: () => Promise.resolve(load) },
    null,
    () => Promise.resolve({ waiting: 0, running: 0 }),
    { copies: () => ({ found: 0, fetched: 0 }) },
  );
  const text = await registry.metrics();
  return new Set(Array.from(text.matchAll(/^# TYPE (\w+) /gm), ([, name]) => name ?? ''));
}

const metricsIn = (text: string): string[] =>
  Array.from(text.matchAll(/\bcolumnist_[a-z_0-9]+/g), ([name]) =>
    name.replace(/_(bucket|sum|count)$/, ''),
  );

test('the manifests of the workers are what Kubernetes takes, and the workers start with them', () => {
  const documents = documentsOf('docker/kubernetes/fleet/workers.yaml');
  expect(documents.map(check)).toEqual([
    'ConfigMap',
    'Secret',
    'Deployment',
    'PodDisruptionBudget',
    'HorizontalPodAutoscaler',
    'NetworkPolicy',
    'NetworkPolicy',
  ]);
  expect(() =>
    check({ kind: 'Deployment', apiVersion: 'apps/v1', spec: { replicas: 'two' } }),
  ).toThrow('replicas');
  const { data } = z.object({ data: variables }).parse(documents[0]);
  const { stringData } = z.object({ stringData: variables }).parse(documents[1]);
  const names = [...Object.keys(data), ...Object.keys(stringData)];
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  // Anyone who breaks into a worker finds no secret of the product.
  expect(names).not.toContain('APP_SECRET');
  expect(
    readConfig({
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      DATA_DIR: join(folder, 'data'),
      ...Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)])),
      DATABASE_URL: 'postgres://a:b@database/c',
      FLEET_TOKEN: 'a token of more than 32 characters',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
    }),
  ).toMatchObject({
    ROLE: 'worker',
    appSecret: '',
    fleet: { databaseUrl: 'postgres://a:b@database/c' },
  });
  expect(documents[4]).toMatchObject({ spec: { scaleTargetRef: { name: 'columnist-worker' } } });
});

test('the composition of a fleet has servers that answer and workers that compute', () => {
  const { services } = z
    .object({
      services: z.object({
        server: z.object({ environment: variables }),
        worker: z.looseObject({ environment: variables }),
      }),
    })
    .parse(parse(read('docker/compose.fleet.yaml')));
  expect(services.server.environment['ROLE']).toBe('web');
  expect(services.worker.environment['ROLE']).toBe('worker');
  const names = Object.keys({ ...services.server.environment, ...services.worker.environment });
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  expect(Object.keys(services.worker.environment)).not.toContain('APP_SECRET');
  const offered = Array.from(read('docker/.env.example').matchAll(/^(\w+)=/gm), ([, name]) => name);
  const wanted = Array.from(
    read('docker/compose.fleet.yaml').matchAll(/\$\{(\w+):[?-][^}]*\}/g),
    ([, name]) => name,
  );
  expect(wanted.filter((name) => !offered.includes(name))).toEqual([]);
});

test('the example for KEDA, the alerts and the dashboard are what these take, of metrics that there are', async () => {
  const keda = documentsOf('docker/kubernetes/fleet/keda/scaled-object.yaml');
  expect(keda.map(check)).toEqual(['ScaledObject']);
  check({
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'columnist' },
    spec: z.unknown().parse(parse(read('docker/monitoring/alerts.yaml'))),
  });
  const { panels } = z
    .object({
      title: z.literal('Columnist'),
      uid: z.string().max(40),
      schemaVersion: z.int(),
      templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
      panels: z
        .array(
          z.object({
            id: z.int(),
            type: z.literal('timeseries'),
            title: z.string(),
            datasource: z.object({
              type: z.literal('prometheus'),
              uid: z.literal('${datasource}'),
            }),
            gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
            targets: z.array(z.object({ refId: z.string(), expr: z.string() })).min(1),
          }),
        )
        .min(1),
    })
    .parse(JSON.parse(read('docker/monitoring/dashboard.json')));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const exported = await exportedMetrics();
  const used = [
    'docker/kubernetes/fleet/keda/scaled-object.yaml',
    'docker/monitoring/alerts.yaml',
    'docker/monitoring/dashboard.json',
  ].flatMap((path) => metricsIn(read(path)));
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((name) => !exported.has(name))).toEqual([]);
  // What the autoscaler asks for is what the adapter names so.
  const [adapter] = documentsOf('docker/monitoring/adapter-values.yaml');
  expect(adapter).toMatchObject({
    rules: { external: [{ name: { as: 'columnist_queue_waiting' } }] },
  });
  expect(metricsIn(read('docker/kubernetes/fleet/workers.yaml'))).toEqual([
    'columnist_queue_waiting',
  ]);
});
