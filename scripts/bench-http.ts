import { startPostgres } from '@columnist/core/testing';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureCost } from './bench/measure-cost.ts';
import { measureFairness } from './bench/measure-fairness.ts';
import { report, type BenchRow } from './bench/report.ts';
import { becomeAdmin, openAccount } from './bench/accounts.ts';
import { peakOverIdle } from './bench/process-figures.ts';
import { asJson, upload } from './bench/rest-calls.ts';
import { startServer } from './bench/servers.ts';
import { compareThroughput } from './bench/compare-throughput.ts';
import { compareUpload } from './bench/compare-upload.ts';
import type { HttpSetting } from './bench/http-setting.ts';
import { measureDatabase } from './bench/measure-database.ts';

/**
 * What the server does on PostgreSQL, against named peers in the same run:
 *   pnpm bench:http [throughput | receive | uploads | fairness | cost | database]
 */
const folder = mkdtempSync(join(tmpdir(), 'columnist-bench-'));
const table: BenchRow[] = [];
const chosen = process.argv.slice(2).find((argument) => !argument.startsWith('--'));

async function watchUploads({ server, key, large, table }: HttpSetting): Promise<void> {
  let ids: string[] = [];
  const [peak = NaN] = await peakOverIdle([server.pid], async () => {
    ids = await Promise.all(
      Array.from({ length: 8 }, (_, i) => upload(server.url, key, large, `large-${i}.csv`)),
    );
  });
  table.push({
    measure: 'Eight parallel uploads of 99 MB: memory of the server process over idle',
    reached: `${peak.toFixed(0)} MB`,
    limit: '≤ 100 MB',
    holds: peak <= 100,
  });
  await server.loopDelay();
  await Promise.all(
    ids.map(async (id) =>
      (
        await fetch(`${server.url}/api/v1/datasets/${id}/analyze`, {
          method: 'POST',
          headers: { 'API-Key': key, ...asJson },
          body: JSON.stringify({ view: { filter: 'score > 0' } }),
        })
      ).arrayBuffer(),
    ),
  );
  const delay = await server.loopDelay();
  table.push({
    measure: 'Delay of the main loop, p99, while eight full profiles run',
    reached: `${delay.toFixed(1)} ms`,
    limit: '≤ 10 ms',
    holds: delay <= 10,
  });
}

const parts = {
  throughput: compareThroughput,
  receive: compareUpload,
  uploads: watchUploads,
  fairness: async ({ postgres, folder, table }: HttpSetting) =>
    void table.push(...(await measureFairness(postgres.url, folder))),
  cost: async ({ postgres, folder, table }: HttpSetting) =>
    void table.push(...(await measureCost(postgres.url, folder))),
  database: measureDatabase,
};

async function main(): Promise<void> {
  if (!existsSync('/proc/self/statm')) throw new Error('bench:http reads /proc: it runs on Linux.');
  // A folder of its own: run as root, the server belongs to another user.
  const databaseDir = mkdtempSync(join(tmpdir(), 'columnist-bench-postgres-'));
  const postgres = await startPostgres(databaseDir);
  const server = await startServer(postgres.url, join(folder, 'data'));
  try {
    const { key, session } = await openAccount(
      server.url,
      server.output,
      'bench@example.com',
      postgres.url,
    );
    await becomeAdmin(server, session);
    const [small, large] = [join(folder, 'small.csv'), join(folder, 'large.csv')];
    execFileSync(process.execPath, [join(import.meta.dirname, 'generate-csv.ts'), small, '1']);
    execFileSync(process.execPath, [join(import.meta.dirname, 'generate-csv.ts'), large, '99']);
    const setting: HttpSetting = {
      folder,
      rounds: 5,
      table,
      server,
      postgres,
      key,
      session,
      large,
      id: await upload(server.url, key, small, 'small.csv'),
    };
    for (const [name, part] of Object.entries(parts))
      if (chosen === undefined || chosen === name) await part(setting);
  } finally {
    await server.stop();
    await postgres.stop();
    rmSync(databaseDir, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
    report('http', table, chosen !== undefined);
  }
}

await main();
