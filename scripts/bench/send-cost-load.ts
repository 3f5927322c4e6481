import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { costLoad } from './cost-load.ts';
import { asJson } from './rest-calls.ts';

/** Requests at the same time. */
const senders = 24;

interface Asked {
  readonly path: string;
  readonly init: RequestInit;
}

/**
 * As a process of its own: who sends is on another machine, so this one yields to the server on the
 * same cores.
 */
async function send({ url, dataset, session, key, seconds }: z.output<typeof costLoad>) {
  const requests = requestsOf(dataset, { session, key });
  const counts = { answered: 0, refused: 0, failed: 0 };
  const ask = async ({ path, init }: Asked): Promise<void> => {
    const status = await fetch(url + path, init)
      .then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      })
      .catch(() => 0);
    if (status >= 500 && status !== 503) counts.failed += 1;
    else if (status >= 200 && status < 300) counts.answered += 1;
    else counts.refused += 1;
  };
  if (seconds === 0) for (const one of requests) await ask(one);
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: senders }, async (_, n) => {
      for (let i = n; performance.now() < until; i += 1) {
        const one = requests[i % requests.length];
        if (one !== undefined) await ask(one);
        await wait(50);
      }
    }),
  );
  return counts;
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

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.once('message', (message) => {
  void send(costLoad.parse(message)).then((counts) => {
    process.send?.(counts);
    process.disconnect();
  });
});
