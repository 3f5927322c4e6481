import { plans } from '@columnist/contract';
import { startPostgres, startS3 } from '@columnist/core/testing';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { balance } from './bench/balance.ts';
import { fitPower } from './bench/fit-power.ts';
import { measureBrokenUpload } from './bench/measure-broken-upload.ts';
import { measureProcess } from './bench/measure-process.ts';
import { drawGrowth, fittedFrom, type Growth } from './bench/pictures.ts';
import { median, report, type BenchRow } from './bench/report.ts';
import { openAccount } from './bench/accounts.ts';
import { inDatabase } from './bench/in-database.ts';
import { cpuSeconds, peakOverIdle } from './bench/process-figures.ts';
import { asJson, upload } from './bench/rest-calls.ts';
import { sendLoad } from './bench/send-load.ts';
import { startServer } from './bench/servers.ts';

/**
 * Three replicas behind a proxy on one PostgreSQL and one S3 store, an upload whose connections
 * break, and growth from 1 MB to 1 GB:
 *   pnpm bench:scale [replicas | broken | growth] [--without-gigabyte]
 */
const replicas = 3;
const rounds = 5;
const secondsARound = 6;
/**
 * Requests in a second to each replica that is asked: what one costs is compared where every
 * process has as much to do and no processor is short.
 */
const perSecond = 60;
const connections = 6;
const parallelUploads = 100;
const callsAtOnce = 2000;
const folder = mkdtempSync(join(tmpdir(), 'columnist-bench-'));
const table: BenchRow[] = [];
const hasGigabyte = !process.argv.includes('--without-gigabyte');
const chosen = process.argv.slice(2).find((argument) => !argument.startsWith('--'));

const makeCsv = (megabytes: number): string => {
  const path = join(folder, `${megabytes}.csv`);
  if (!existsSync(path))
    execFileSync(process.execPath, [
      join(import.meta.dirname, 'generate-csv.ts'),
      path,
      String(megabytes),
    ]);
  return path;
};

async function measureReplicas(): Promise<void> {
  // A folder of its own: run as root, the server belongs to another user.
  const databaseDir = mkdtempSync(join(tmpdir(), 'columnist-bench-postgres-'));
  const postgres = await startPostgres(databaseDir);
  mkdirSync(join(folder, 's3'));
  const s3 = await startS3(join(folder, 's3'));
  const variables = {
    APP_SECRET: 'one secret for all of the replicas 42',
    WORKERS: '1',
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
  const servers = await Promise.all(
    Array.from({ length: replicas }, (_, i) =>
      startServer(postgres.url, join(folder, `data-${i}`), variables),
    ),
  );
  const [first] = servers;
  const [all, one] = [
    await balance(servers.map(({ url }) => url)),
    await balance([first?.url ?? '']),
  ];
  const outputs = (): string => servers.map((server) => server.output()).join('\n');
  const open = (name: string, tier?: 'free' | 'paid') =>
    openAccount(all.url, outputs, `${name}@example.com`, postgres.url, tier);
  try {
    const { key } = await open('scale');
    const id = await upload(all.url, key, makeCsv(1), 'small.csv');

    const ask = (url: string, asked: number, seconds: number, pace: number) =>
      sendLoad({
        url,
        path: `/api/v1/datasets/${id}/analyze`,
        headers: { 'API-Key': key },
        body: '{}',
        connections: connections * asked,
        seconds,
        pace,
      });
    const spent = (asked: number): number =>
      servers.slice(0, asked).reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
    // A third of the requests warms a process three times slower.
    await ask(all.url, replicas, 30, 0);
    const cost = { one: [] as number[], all: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      for (const [name, proxy, asked] of [
        ['one', one, 1],
        ['all', all, replicas],
      ] as const) {
        const before = spent(asked);
        const answered = await ask(
          proxy.url,
          asked,
          secondsARound,
          (1000 * connections) / perSecond,
        );
        cost[name].push(((spent(asked) - before) / answered) * 1000);
      }
    }
    const [alone, together] = [median(cost.one), median(cost.all)];
    table.push({
      measure: `${replicas} replicas: processor time a request, against one, each asked ${perSecond} times a second`,
      reached: `${(together / alone).toFixed(2)} (${together.toFixed(2)} / ${alone.toFixed(2)} ms)`,
      limit: 'within 15 %',
      holds: Math.abs(together / alone - 1) <= 0.15,
    });
    const cores = availableParallelism();
    const measured =
      cores >= 8
        ? (await ask(all.url, replicas, secondsARound, 0)) /
          (await ask(one.url, 1, secondsARound, 0)) /
          replicas
        : null;
    table.push({
      measure: `${replicas} replicas: throughput against as many times one`,
      reached:
        measured === null
          ? `needs 8 cores; here are ${cores}, which the proxy, PostgreSQL and the load share`
          : measured.toFixed(2),
      limit: '≥ 0.9 with 8 cores or more',
      holds: measured === null ? null : measured >= 0.9,
    });

    const free = await open('free', 'free');
    const statuses = await Promise.all(
      Array.from({ length: callsAtOnce }, async () => {
        const response = await fetch(`${all.url}/api/v1/statistics`, {
          method: 'POST',
          headers: { 'API-Key': free.key, ...asJson },
          body: '{"data":{"x":[1,2,3]}}',
        });
        await response.arrayBuffer();
        return response.status;
      }),
    );
    const passed = statuses.filter((status) => status === 200).length;
    const used = await inDatabase(postgres.url, async (client) =>
      Number(
        (
          await client.query<{ used: number }>(
            "select used from usage_month m join user_account u on u.id = m.user_id where u.email = 'free@example.com'",
          )
        ).rows[0]?.used,
      ),
    );
    const allowed = plans.free.max_api_queries;
    table.push({
      measure:
        `${callsAtOnce} calls at once by a user who has ${allowed}, over ${replicas} ` +
        'replicas: answered, and counted',
      reached: `${passed}, ${used}`,
      limit: `${allowed}, ${allowed}`,
      holds: passed === allowed && used === allowed,
    });

    // More than one account may keep.
    const owners = await Promise.all(
      ['one', 'two', 'three', 'four'].map((name) => open(`uploads-${name}`)),
    );
    const csv = makeCsv(10);
    const peaks = await peakOverIdle(
      servers.map(({ pid }) => pid),
      async () => {
        await Promise.all(
          Array.from({ length: parallelUploads }, (_, i) =>
            upload(all.url, owners[i % owners.length]?.key ?? '', csv, `many-${i}.csv`),
          ),
        );
      },
    );
    const peak = Math.max(...peaks);
    table.push({
      measure:
        `${parallelUploads} parallel uploads of 10 MB over ${replicas} replicas: memory of ` +
        'the largest server process over idle',
      reached: `${peak.toFixed(0)} MB`,
      limit: '≤ 150 MB',
      holds: peak <= 150,
    });
  } finally {
    all.server.close();
    one.server.close();
    await Promise.all(servers.map((server) => server.stop()));
    await s3.stop();
    await postgres.stop();
    rmSync(databaseDir, { recursive: true, force: true });
  }
}

/**
 * Admission, Parquet and profile by the engine alone, whole processes: the plans end at 100 MB, the
 * engine does not.
 */
async function measureGrowth(): Promise<void> {
  const sizes = [1, 3, 10, 30, 100, 300, ...(hasGigabyte ? [1000] : [])];
  const parquet = join(folder, 'growth.parquet');
  const points: Growth[] = sizes.map((megabytes) => {
    const source = makeCsv(megabytes);
    const runs = Array.from({ length: megabytes < 300 ? 3 : 1 }, () =>
      measureProcess(
        process.execPath,
        join(import.meta.dirname, 'bench/run-admission.ts'),
        source,
        parquet,
      ),
    );
    rmSync(source);
    return {
      megabytes,
      seconds: median(runs.map(({ seconds }) => seconds)),
      memory: median(runs.map((run) => run.megabytes)),
    };
  });
  const large = points.filter(({ megabytes }) => megabytes >= fittedFrom);
  const [time, memory] = [
    fitPower(large.map(({ megabytes, seconds }) => [megabytes, seconds])),
    fitPower(large.map((point) => [point.megabytes, point.memory])),
  ];
  const last = points.at(-1);
  table.push({
    measure: `Time of admission, Parquet and profile from ${fittedFrom} MB to ${last?.megabytes} MB grows as`,
    reached: `size^${time.exponent.toFixed(2)} (${last?.seconds.toFixed(1)} s at the end)`,
    limit: '≤ size^1.05',
    holds: time.exponent <= 1.05,
  });
  table.push({
    measure: `Memory of it grows as`,
    reached: `size^${memory.exponent.toFixed(2)} (${last?.memory.toFixed(0)} MB at the end)`,
    limit: '≤ size^0.7',
    holds: memory.exponent <= 0.7,
  });
  await drawGrowth(points, time, memory);
}

try {
  if (!existsSync('/proc/self/statm'))
    throw new Error('bench:scale reads /proc: it runs on Linux.');
  const isAsked = (part: string): boolean => chosen === undefined || chosen === part;
  if (isAsked('replicas')) await measureReplicas();
  // What is on its way when a connection breaks is sent again, and weighs more of a smaller file.
  if (isAsked('broken') && hasGigabyte)
    table.push(await measureBrokenUpload(makeCsv(1000), folder));
  if (isAsked('growth')) await measureGrowth();
} finally {
  rmSync(folder, { recursive: true, force: true });
  report('scale', table, chosen !== undefined);
}
