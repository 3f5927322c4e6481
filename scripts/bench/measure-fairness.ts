import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { fairnessCounts, fairnessLoad } from './fairness-load.ts';
import type { BenchRow } from './report.ts';
import { openAccount } from './accounts.ts';
import { inDatabase } from './in-database.ts';
import { upload } from './rest-calls.ts';
import { startServer } from './servers.ts';

type Attacker = z.output<typeof fairnessLoad>['attackers'][number];

const seconds = 20;

/** Of each, the longest in milliseconds. */
interface Waits {
  health: number;
  small: number;
  asked: number;
}

/**
 * Somebody's small calls while others ask for everything that their plans allow, on two workers
 * with every limit as in
 * production: first one Pro user, then two Free ones.
 */
export async function measureFairness(databaseUrl: string, folder: string): Promise<BenchRow[]> {
  await inDatabase(databaseUrl, (client) => client.query('create database fairness'));
  const own = new URL(databaseUrl);
  own.pathname = '/fairness';
  const server = await startServer(own.href, join(folder, 'fairness'), {
    THROTTLE_SCALE: '1',
    WORKERS: '2',
  });
  try {
    const file = join(folder, 'nine.csv');
    execFileSync(process.execPath, [join(import.meta.dirname, '../generate-csv.ts'), file, '9']);
    const account = async (name: string, tier: 'free' | 'paid'): Promise<Attacker> => {
      const { session, key } = await openAccount(
        server.url,
        server.output,
        `${name}@example.com`,
        own.href,
        tier,
      );
      return { session, key, id: await upload(server.url, key, file, 'nine.csv') };
    };
    const [pro, free, other, stranger] = [
      await account('pro', 'paid'),
      await account('free', 'free'),
      await account('other', 'free'),
      await account('stranger', 'free'),
    ];
    const rows: BenchRow[] = [];
    await server.loopDelays();
    const alone = (await saturate({ url: server.url, attackers: [], file }, stranger)).waits;
    const quiet = await server.loopDelays();
    for (const [who, attackers] of [
      ['one Pro user', [pro]],
      ['two Free users', [free, other]],
    ] as const) {
      await server.loopDelays();
      const { waits, counts } = await saturate({ url: server.url, attackers, file }, stranger);
      const { p99, max, worked } = await server.loopDelays();
      const during =
        `while ${who === 'one Pro user' ? 'one Pro user asks' : 'two Free users ask'} for ` +
        'everything the plan allows';
      rows.push(
        {
          measure: `Delay of the main loop, p99 and longest, ${during}`,
          reached: `${p99.toFixed(1)} / ${max.toFixed(1)} ms (longest turn by processor time ${worked.toFixed(1)}; alone ${quiet.p99.toFixed(1)} / ${quiet.max.toFixed(1)})`,
          limit: '≤ 10 / 50 ms',
          holds: p99 <= 10 && max <= 50,
        },
        {
          measure: `Another’s /health, the longest, ${during}`,
          reached: `${waits.health.toFixed(0)} ms (alone ${alone.health.toFixed(0)})`,
          limit: '≤ 100 ms',
          holds: waits.health <= 100,
        },
        {
          measure:
            `Another’s page of rows, the longest of ${waits.asked}, ${during} ` +
            `(${counts.answered} answered, ${counts.refused} refused)`,
          reached: `${waits.small.toFixed(0)} ms (alone ${alone.small.toFixed(0)})`,
          limit: '≤ 1000 ms',
          holds: waits.small <= 1000,
        },
      );
    }
    return rows;
  } finally {
    await server.stop();
  }
}

/** Asks as the stranger while the attackers send what they have, from another process. */
async function saturate(
  { url, attackers, file }: Omit<z.input<typeof fairnessLoad>, 'seconds'>,
  stranger: Attacker,
): Promise<{ waits: Waits; counts: z.output<typeof fairnessCounts> }> {
  const until = performance.now() + seconds * 1000;
  const child = fork(join(import.meta.dirname, 'send-fairness-load.ts'));
  // As if it came from other machines: it takes no processor from the server.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const sent = once(child, 'message');
  child.send(fairnessLoad.parse({ url, attackers, file, seconds }));
  const waits: Waits = { health: 0, small: 0, asked: 0 };
  // The others are at it.
  await wait(1000);
  while (performance.now() < until) {
    waits.health = Math.max(waits.health, await time(`${url}/health`, {}));
    waits.small = Math.max(
      waits.small,
      await time(
        `${url}/trpc/datasets.rows?input=${encodeURIComponent(JSON.stringify({ id: stranger.id, limit: 3 }))}`,
        { Authorization: `Bearer ${stranger.session}` },
      ),
    );
    waits.asked += 1;
    await wait(250);
  }
  const [counts] = await sent;
  return { waits, counts: fairnessCounts.parse(counts) };
}

async function time(address: string, headers: Record<string, string>): Promise<number> {
  const begin = performance.now();
  const response = await fetch(address, { headers });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
  return performance.now() - begin;
}
