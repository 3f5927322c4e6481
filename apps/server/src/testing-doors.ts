import { callsInBatch, problem, type Operation } from '@columnist/contract';
import { z } from 'zod';

/** What a door answered: the statuses of HTTP and of the calls within, and the problems. */
export interface Outcome {
  readonly status: number;
  readonly statuses: readonly number[];
  readonly problems: readonly z.output<typeof problem>[];
  readonly text: string;
}
export interface Caller {
  readonly url: string;
  readonly session: string;
  readonly key: string;
}
type Fields = Readonly<Record<string, unknown>>;

const json = { 'Content-Type': 'application/json' };
const wire = z.object({ error: z.object({ data: z.object({ problem }) }).optional() });

/** Through REST; null where the operation is not served there. */
export async function byRest(
  { url, session }: Caller,
  { rest }: Operation,
  input: Fields,
): Promise<Outcome | null> {
  if (rest === undefined) return null;
  const target = new URL(
    rest.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(z.coerce.string().parse(input[name] ?? 'x')),
    ),
    url,
  );
  const fields = Object.entries(input).filter(([name]) => !rest.path.includes(`{${name}}`));
  const sends = rest.method !== 'get' && rest.method !== 'delete' && rest.body !== 'multipart';
  if (!sends)
    for (const [name, value] of fields)
      target.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  const form = new FormData();
  form.append('file', new Blob(['a\n1\n']), 'a.csv');
  const body = sends
    ? JSON.stringify(Object.fromEntries(fields))
    : rest.body === 'multipart'
      ? form
      : null;
  const response = await fetch(target, {
    method: rest.method.toUpperCase(),
    redirect: 'manual',
    headers: { Authorization: `Bearer ${session}`, ...(sends ? json : {}) },
    body,
  });
  const text = await response.text();
  const known =
    response.headers.get('content-type')?.startsWith('application/problem+json') === true
      ? [problem.parse(JSON.parse(text))]
      : [];
  return { status: response.status, statuses: [response.status], problems: known, text };
}

export const byTrpc = (caller: Caller, operation: Operation, input: Fields): Promise<Outcome> =>
  sendTrpc(caller, operation, operation.path, input);

/** As many calls as one request may hold, all of them this one. */
export const byBatch = (caller: Caller, operation: Operation, input: Fields): Promise<Outcome> =>
  sendTrpc(
    caller,
    operation,
    `${Array.from({ length: callsInBatch }, () => operation.path).join()}?batch=1`,
    Object.fromEntries(Array.from({ length: callsInBatch }, (_, i) => [i, input])),
  );

async function sendTrpc(
  { url, session }: Caller,
  { kind }: Operation,
  path: string,
  body: Fields,
): Promise<Outcome> {
  const response = await fetch(`${url}/trpc/${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${session}`,
      ...json,
      ...(kind === 'query' ? { 'X-Http-Method-Override': 'POST' } : {}),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const problems = z
    .union([z.array(wire), wire.transform((one) => [one])])
    .parse(JSON.parse(text))
    .flatMap(({ error }) => (error === undefined ? [] : [error.data.problem]));
  return {
    status: response.status,
    statuses: problems.map(({ status }) => status),
    problems,
    text,
  };
}

/** Through MCP; null where the operation is no tool. */
export async function byMcp(
  { url, key }: Caller,
  { mcp }: Operation,
  input: Fields,
): Promise<Outcome | null> {
  if (mcp === undefined) return null;
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: mcp.name, arguments: input },
  });
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'API-Key': key,
      ...json,
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-06-18',
    },
    body,
  });
  return {
    status: response.status,
    statuses: [response.status],
    problems: [],
    text: await response.text(),
  };
}
