import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BenchRow } from './report.ts';
import { asJson, inDatabase, openAccount, residentMb, startServer, upload } from './servers.ts';

const [rounds, seconds, restSeconds] = [24, 45, 60];

interface Asked {
  readonly path: string;
  readonly init: RequestInit;
}

/**
 * One Pro user asks for the most that every operation admits, by every door and as often as the plan allows, while
 * another asks for /health and for three rows: what the one takes from the other, and what stays a minute later.
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
    const requests = requestsOf(id, busy);
    // Once each, so that what is compared with is a server that has worked.
    for (const { path, init } of requests)
      await (await fetch(server.url + path, init)).arrayBuffer();
    await wait(restSeconds * 250);
    const idle = residentMb(server.pid);
    await server.loopDelays();
    const counts = { answered: 0, refused: 0, failed: 0 };
    const until = performance.now() + seconds * 1000;
    const load = Array.from({ length: rounds }, async (_, n) => {
      for (let i = n; performance.now() < until; i += 1) {
        const { path, init } = requests[i % requests.length] ??
          requests[0] ?? { path: '/health', init: {} };
        const status = await fetch(server.url + path, init)
          .then(async (response) => {
            await response.arrayBuffer();
            return response.status;
          })
          .catch(() => 0);
        if (status >= 500 && status !== 503) counts.failed += 1;
        else if (status >= 200 && status < 300) counts.answered += 1;
        else counts.refused += 1;
        await wait(50);
      }
    });
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
    await Promise.all(load);
    const { p99, max } = await server.loopDelays();
    await wait(restSeconds * 1000);
    const growth = residentMb(server.pid) / idle - 1;
    const during = 'while one Pro user sends the largest inputs of every operation';
    return [
      {
        measure: `Cost: delay of the main loop, p99 and longest, ${during} (${counts.answered} answered, ${counts.refused} refused)`,
        reached: `${p99.toFixed(1)} / ${max.toFixed(1)} ms`,
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

/** What costs most of each kind, through every door. */
function requestsOf(id: string, { session, key }: { session: string; key: string }): Asked[] {
  const asSession = { Authorization: `Bearer ${session}` };
  const asKey = { 'API-Key': key };
  const rest = (path: string, body: unknown): Asked => ({
    path: `/api/v1/${path}`,
    init: {
      method: 'POST',
      headers: { ...asKey, ...asJson },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    },
  });
  const get = (path: string): Asked => ({ path: `/api/v1/${path}`, init: { headers: asKey } });
  const trpc = (path: string, input: unknown): Asked => ({
    path: `/trpc/${path}`,
    init: {
      method: 'POST',
      headers: { ...asSession, ...asJson, 'X-Http-Method-Override': 'POST' },
      body: JSON.stringify(input),
    },
  });
  const batch = (path: string, calls: number, input: unknown): Asked =>
    trpc(
      `${Array.from({ length: calls }, () => path).join()}?batch=1`,
      Object.fromEntries(Array.from({ length: calls }, (_, i) => [i, input])),
    );
  const tool = (name: string, input: unknown): Asked => ({
    path: '/mcp',
    init: {
      method: 'POST',
      headers: {
        ...asKey,
        ...asJson,
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2025-06-18',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: input },
      }),
    },
  });
  const view = { filter: 'column_0 > 100' };
  const columns = Array.from({ length: 60 }, (_, i) => `column_${i * 5}`);
  const all = Array.from({ length: 2000 }, (_, i) => `column_${i}`);
  const list = (one: string, times: number): string =>
    `[${Array.from({ length: times }, () => one).join()}]`;
  const tree = `{"or":${list(`{"and":${list('{"column":"column_0","op":"gt","value":1}', 48)}}`, 12)}}`;
  return [
    rest(`datasets/${id}/analyze`, {}),
    trpc('datasets.analyze', { id, view }),
    tool('describe_columns', { id, columns: all }),
    rest(`datasets/${id}/analyze`, { view: { filter: JSON.parse(tree) } }),
    get(`datasets/${id}/rows?limit=100`),
    trpc('datasets.rows', { id, limit: 100, view: { sort: [{ column: 'column_1' }] } }),
    tool('get_rows', { id, limit: 100 }),
    batch('datasets.rows', 20, { id, limit: 100 }),
    rest('statistics', `{"data":{"a":${list('123456', 700_000)},"b":${list('1', 700_000)}}}`),
    rest('statistics', `{"data":{"a":${list('"text"', 1_000_000)}}}`),
    rest('statistics', `{"data":{"a":[1,2]},"view":{"filter":${list(tree, 20)}}}`),
    trpc('datasets.pictures', { id, view }),
    trpc('datasets.overview', { id, view }),
    tool('profile_dataset', { id }),
    rest(`datasets/${id}/association`, { method: 'spearman', columns }),
    get(`datasets/${id}`),
    get('datasets'),
    batch('datasets.get', 20, { id }),
    batch('datasets.analyze', 20, { id }),
    tool('get_dataset', { id }),
    trpc('datasets.createFromText', { name: 'text.csv', csv: 'x'.repeat(400_000) }),
    rest(`datasets/${id}/aggregate`, {
      group_by: ['column_4'],
      aggregates: all.slice(0, 50).map((of) => ({ statistic: 'median', of })),
    }),
    trpc('datasets.frequencies', { id, column: 'x'.repeat(900_000) }),
    tool('get_frequencies', { id, column: 'x'.repeat(900_000) }),
    { path: `/api/v1/datasets/${id}/export`, init: { headers: asKey } },
  ];
}

async function time(address: string, headers: Record<string, string>): Promise<number> {
  const begin = performance.now();
  const response = await fetch(address, { headers });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
  return performance.now() - begin;
}
