import { problem, testResult } from '@columnist/contract';
import { ofSample, sampled } from '@columnist/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { birds, methodQuestions } from './testing-methods.ts';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let owner: TestUser;
let id: string;
let agent: Client;
beforeAll(async () => {
  app = await createTestApp();
  owner = await app.createTestUser({ tier: 'paid' });
  id = z
    .object({ id: z.uuid() })
    .parse(await (await app.upload(owner, birds, 'birds.csv')).json()).id;
  agent = new Client({ name: 'test', version: '1' });
  await agent.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', app.url), {
      requestInit: { headers: { 'API-Key': owner.apiKey ?? '' } },
    }),
  );
});
afterAll(async () => {
  await agent.close();
  await app.close();
});

describe(`every method gives the same result by tRPC, REST and MCP (${ofSample})`, () => {
  test.each(sampled(methodQuestions(''), 30))('%s', async (_name, operation, given) => {
    const input: Record<string, unknown> = 'id' in given ? { ...given, id } : given;
    const { id: _id, ...body } = input;
    const session = { Authorization: `Bearer ${owner.accessToken}` };
    const trpc = new URL(`/trpc/${operation.path}`, app.url);
    trpc.searchParams.set('input', JSON.stringify(input));
    const byTrpc = z
      .object({ result: z.object({ data: z.unknown() }) })
      .parse(await (await fetch(trpc, { headers: session })).json()).result.data;
    expect(operation.output.parse(byTrpc)).toEqual(byTrpc);
    const rest = await fetch(new URL((operation.rest?.path ?? '').replace('{id}', id), app.url), {
      method: 'POST',
      headers: { ...session, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect({ status: rest.status, body: await rest.json() }).toEqual({ status: 200, body: byTrpc });
    const byMcp = await agent.callTool({
      name: operation.mcp?.name ?? '',
      arguments: { ...input, detail: 'detailed' },
    });
    expect(byMcp).toMatchObject({ structuredContent: byTrpc });
    const result = testResult.safeParse(byTrpc);
    // Nothing of a result is empty words.
    if (result.success)
      expect(
        [
          result.data.sentence,
          result.data.apa,
          result.data.procedure.variant,
          result.data.code.r,
          result.data.code.python,
        ].every((text) => text.length > 3 && !/NaN|undefined|Infinity/.test(text)),
      ).toBe(true);
  });
});

test('a free plan has correlations, and learns what the others need', async () => {
  const free = await app.createTestUser();
  const { id: own } = z
    .object({ id: z.uuid() })
    .parse(await (await app.upload(free, birds, 'birds.csv')).json());
  const ask = async (path: string, body: object) => {
    const response = await fetch(new URL(path.replace('{id}', own), app.url), {
      method: 'POST',
      headers: { 'API-Key': free.apiKey ?? '', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const refusal = problem.safeParse(await response.json());
    return [response.status, refusal.data?.code, refusal.data?.detail];
  };
  const refused = [403, 'plan_required', 'This feature requires a paid subscription ($29/month).'];
  expect(
    await ask('/api/v1/datasets/{id}/association', {
      method: 'pearson',
      columns: ['mass', 'wing'],
    }),
  ).toEqual([200, undefined, undefined]);
  expect(await ask('/api/v1/datasets/{id}/recommendation', { value: 'mass', by: 'kind' })).toEqual(
    refused,
  );
  expect(await ask('/api/v1/power', { method: 'correlation', effect: 0.3, n: 50 })).toEqual(
    refused,
  );
  expect(
    await ask('/api/v1/datasets/{id}/association', { method: 'kendall', x: 'mass', y: 'wing' }),
  ).toEqual(refused);
  expect(
    await ask('/api/v1/datasets/{id}/compare', { method: 'welch_t', value: 'mass', group: 'sex' }),
  ).toEqual(refused);
  expect(
    await ask('/api/v1/datasets/{id}/distribution', { method: 'shapiro_wilk', column: 'mass' }),
  ).toEqual(refused);
});
