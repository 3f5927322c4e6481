import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { costCounts, costLoad } from './cost-load.ts';
import type { BenchRow } from './report.ts';
import { openAccount } from './accounts.ts';
import { inDatabase } from './in-database.ts';
import { residentMb } from './process-figures.ts';
import { upload } from './rest-calls.ts';
import { startServer } from './servers.ts';

const [seconds, restSeconds] = [45, 60];

/**
 * One Pro user asks for the most that every operation admits, by every door and as often as the
 * plan allows, while
 * another asks for /health and for three rows: what the one takes from the other, and what stays a
 * minute later.
 */
export async function measureCost(databaseUrl: string, folder: string): Promise<BenchRow[]> {
  await inDatabase(databaseUrl, (client) => client.query('create database cost'));
  const own = new URL(databaseUrl);
  own.pathname = '/cost';
  const server = await startServer(own.href, join(folder, 'cost'), {
    THROTTLE_SCALE: '1',
    WORKERS: '2',
  });
  try {
    const [wide, small] = [join(folder, 'wide.csv'), join(folder, 'few.csv')];
    writeFileSync(wide, wideTable(2000, 600));
    writeFileSync(small, 'a,b\n1,2\n3,4\n5,6\n');
    const busy = await openAccount(server.url, server.output, 'busy@example.com', own.href, 'paid');
    const other = await openAccount(
      server.url,
      server.output,
      'other@example.com',
      own.href,
      'free',
    );
    const id = await upload(server.url, busy.key, wide, 'wide.csv');
    const few = await upload(server.url, other.key, small, 'few.csv');
    const load = { url: server.url, dataset: id, session: busy.session, key: busy.key };
    // Once each, so that what is compared with is a server that has worked.
    await sendLoad({ ...load, seconds: 0 });
    await wait(restSeconds * 250);
    const idle = residentMb(server.pid);
    await server.loopDelays();
    const until = performance.now() + seconds * 1000;
    const sending = sendLoad({ ...load, seconds });
    const waits = { health: 0, small: 0, asked: 0 };
    const rows = `${server.url}/trpc/datasets.rows?input=${encodeURIComponent(JSON.stringify({ id: few, limit: 3 }))}`;
    while (performance.now() < until) {
      waits.health = Math.max(waits.health, await time(`${server.url}/health`, {}));
      waits.small = Math.max(
        waits.small,
        await time(rows, { Authorization: `Bearer ${other.session}` }),
      );
      waits.asked += 1;
      await wait(250);
    }
    const counts = await sending;
    const { p99, max, worked } = await server.loopDelays();
    await wait(restSeconds * 1000);
    const growth = residentMb(server.pid) / idle - 1;
    const during = 'while one Pro user sends the largest inputs of every operation';
    return [
      {
        measure:
          `Cost: delay of the main loop, p99 and longest, ${during} (${counts.answered} ` +
          `answered, ${counts.refused} refused)`,
        reached: `${p99.toFixed(1)} / ${max.toFixed(1)} ms (longest turn by processor time ${worked.toFixed(1)})`,
        limit: '≤ 10 / 50 ms',
        holds: p99 <= 10 && max <= 50,
      },
      {
        measure: `Cost: another’s /health, the longest of ${waits.asked}, ${during}`,
        reached: `${waits.health.toFixed(0)} ms`,
        limit: '≤ 100 ms',
        holds: waits.health <= 100,
      },
      {
        measure: `Cost: another’s small call of the engine, the longest of ${waits.asked}, ${during}`,
        reached: `${waits.small.toFixed(0)} ms`,
        limit: '≤ 1000 ms',
        holds: waits.small <= 1000,
      },
      {
        measure: 'Cost: memory of the server a minute later, against idle',
        reached: `${growth < 0 ? '−' : '+'}${Math.abs(growth * 100).toFixed(0)} % (idle ${idle.toFixed(0)} MB)`,
        limit: '≤ +15 %',
        holds: growth <= 0.15,
      },
      {
        measure: 'Cost: calls that failed on our side',
        reached: String(counts.failed),
        limit: '0',
        holds: counts.failed === 0,
      },
    ];
  } finally {
    await server.stop();
  }
}

function wideTable(columns: number, rows: number): string {
  let seed = 1;
  const next = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const lines = Array.from({ length: rows }, () =>
    Array.from({ length: columns }, (_, i) =>
      i % 5 === 4 ? ['a', 'b', 'c'][Math.floor(next() * 3)] : (next() * 1000).toFixed(2),
    ).join(),
  );
  return `${[Array.from({ length: columns }, (_, i) => `column_${i}`).join(), ...lines].join('\n')}\n`;
}

/** Sends it from another process; the answers are counted there. */
async function sendLoad(load: z.input<typeof costLoad>): Promise<z.output<typeof costCounts>> {
  const child = fork(join(import.meta.dirname, 'send-cost-load.ts'));
  // As if it came from other machines: it takes no processor from the server.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.send(costLoad.parse(load));
  const [counts] = await once(child, 'message');
  return costCounts.parse(counts);
}

async function time(address: string, headers: Record<string, string>): Promise<number> {
  const begin = performance.now();
  const response = await fetch(address, { headers });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
  return performance.now() - begin;
}
