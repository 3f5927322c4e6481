import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let user: TestUser;
let id: string;
beforeAll(async () => {
  app = await createTestApp();
  user = await app.createTestUser({ tier: 'paid' });
  const csv = `kind,unit,units\n${Array.from({ length: 3000 }, (_, i) => `${'x'.repeat(20)},${i},${i}`).join('\n')}\n`;
  id = z
    .object({ id: z.uuid() })
    .parse(await (await app.upload(user, csv, 'my birds.csv')).json()).id;
});
afterAll(() => app.close());

const message = z.looseObject({
  id: z.unknown(),
  result: z.unknown().optional(),
  error: z.object({ code: z.int(), message: z.string() }).optional(),
});

/** A message as it is sent, and the status and the message that come back. */
async function send(body: string): Promise<[number, z.output<typeof message>]> {
  const response = await fetch(`${app.url}/mcp`, {
    method: 'POST',
    headers: {
      'API-Key': user.apiKey ?? '',
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-11-25',
    },
    body,
  });
  const text = await response.text();
  return [response.status, message.parse(JSON.parse(text.slice(text.indexOf('{'))))];
}
const ask = (method: string, params: object) =>
  send(JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })).then(([, answer]) => answer);

test('what is no JSON is a parse error of JSON-RPC', async () => {
  expect(await send('{"jsonrpc":')).toEqual([
    400,
    {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32700, message: 'The body is not well-formed JSON.' },
    },
  ]);
});

test('a client that leaves out what initialize needs is answered which fields', async () => {
  const capabilities = {};
  const clientInfo = { name: 'x', version: '1' };
  expect((await ask('initialize', { capabilities, clientInfo })).error).toEqual({
    code: -32602,
    message: "initialize needs 'protocolVersion', as the protocol describes it.",
  });
  expect(
    (await ask('initialize', { protocolVersion: '1', clientInfo: { name: 'x' } })).error,
  ).toEqual({
    code: -32602,
    message:
      "initialize needs 'capabilities', 'clientInfo.version', as the protocol describes them.",
  });
  const whole = { protocolVersion: '2025-11-25', capabilities, clientInfo };
  expect(await ask('initialize', whole)).toMatchObject({
    id: 7,
    result: { serverInfo: { name: 'columnist' } },
  });
});

test('names stand for ids in resources and completions too', async () => {
  const read = (named: string) =>
    ask('resources/read', { uri: `columnist://datasets/${named}/schema` });
  const contents = z.object({ contents: z.array(z.looseObject({ text: z.string() })).min(1) });
  const textOf = async (named: string) =>
    JSON.parse(contents.parse((await read(named)).result).contents[0]?.text ?? '');
  expect(await textOf('my%20birds.csv')).toEqual(await textOf(id));
  expect((await read('other.csv')).error).toMatchObject({
    code: -32602,
    message: expect.stringContaining('not_found'),
  });
  expect(
    await ask('completion/complete', {
      ref: { type: 'ref/prompt', name: 'compare_groups_report' },
      argument: { name: 'value', value: 'un' },
      context: { arguments: { dataset: 'my birds.csv' } },
    }),
  ).toMatchObject({ result: { completion: { values: ['unit', 'units'] } } });
});

test('every row is reached by next_cursor, also where answers are cut', async () => {
  const pageOf = z.object({
    structuredContent: z.object({
      items: z.array(z.tuple([z.string(), z.number(), z.number()])),
      next_cursor: z.string().nullable(),
      next: z.string().optional(),
    }),
  });
  for (const [name, asked] of [
    ['get_rows', { id, limit: 1000 }],
    ['run_sql', { sql: 'select * from "my birds.csv" order by unit', limit: 1000 }],
  ] as const) {
    const seen: number[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const given = { ...asked, ...(cursor === undefined ? {} : { cursor }) };
      const answer = await ask('tools/call', { name, arguments: given });
      const page = pageOf.parse(answer.result).structuredContent;
      seen.push(...page.items.map(([, unit]) => unit));
      cursor = page.next_cursor;
      if (page.next !== undefined) expect(page.next).toContain('next_cursor');
    }
    expect(seen).toEqual(Array.from({ length: 3000 }, (_, i) => i));
  }
});
