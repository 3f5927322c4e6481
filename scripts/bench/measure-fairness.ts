import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BenchRow } from './report.ts';
import { asJson, inDatabase, openAccount, startServer, upload } from './servers.ts';

interface Attacker {
  readonly session: string;
  readonly key: string;
  readonly id: string;
}

const seconds = 20;
const [connections, pause] = [30, 50];

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
    const alone = (await saturate(server.url, [], stranger, new Uint8Array())).waits;
    const quiet = await server.loopDelays();
    for (const [who, attackers] of [
      ['one Pro user', [pro]],
      ['two Free users', [free, other]],
    ] as const) {
      await server.loopDelays();
      const { waits, counts } = await saturate(server.url, attackers, stranger, readFileSync(file));
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

/** Asks for all kinds of work at once, as often as the server takes it. */
async function saturate(
  url: string,
  attackers: readonly Attacker[],
  stranger: Attacker,
  file: Uint8Array<ArrayBuffer>,
): Promise<{ waits: Waits; counts: { answered: number; refused: number } }> {
  const until = performance.now() + seconds * 1000;
  const ended = AbortSignal.timeout(seconds * 1000 + 500);
  const counts = { answered: 0, refused: 0 };
  const attack = async ({ session, key, id }: Attacker, n: number): Promise<void> => {
    const asked = [
      (): RequestInit & { path: string } => ({
        path: `/api/v1/datasets/${id}/association`,
        method: 'POST',
        headers: { 'API-Key': key, ...asJson },
        body: JSON.stringify({
          method: 'spearman',
          columns: ['amount', 'score'],
          view: { filter: 'score > 0' },
        }),
      }),
      () => ({
        path: '/trpc/datasets.analyze',
        method: 'POST',
        headers: { Authorization: `Bearer ${session}`, ...asJson },
        body: JSON.stringify({ id, view: { filter: 'score > 0' } }),
      }),
      () => ({
        path: `/trpc/datasets.rows?input=${encodeURIComponent(JSON.stringify({ id, limit: 100, view: { filter: 'score > 0', sort: [{ column: 'score', direction: 'descending' }] } }))}`,
        headers: { Authorization: `Bearer ${session}` },
      }),
      () => ({
        path: '/api/v1/statistics',
        method: 'POST',
        headers: { 'API-Key': key, 'Content-Type': 'text/csv' },
        body: file,
      }),
    ][n % 4];
    if (asked === undefined) return;
    while (performance.now() < until) {
      const { path, ...init } = asked();
      const answer = await fetch(url + path, { ...init, signal: ended })
        .then(async (response) => {
          await response.arrayBuffer();
          return response.status;
        })
        .catch(() => 0);
      if (answer < 400 && answer > 0) counts.answered += 1;
      else counts.refused += 1;
      await wait(pause);
    }
  };
  const load = attackers.flatMap((attacker) =>
    Array.from({ length: connections }, (_, n) => attack(attacker, n)),
  );
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
  await Promise.all(load);
  return { waits, counts };
}

async function time(address: string, headers: Record<string, string>): Promise<number> {
  const begin = performance.now();
  const response = await fetch(address, { headers });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
  return performance.now() - begin;
}
