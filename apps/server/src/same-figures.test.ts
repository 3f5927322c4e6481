import { description } from '@columnist/contract';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { exactSummaries, sharedData } from '@columnist/testing';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

/** Exact rational arithmetic computed the expected figures; every door must give them to 1e-12. */
const datasets = sharedData('datasets');
const expected = exactSummaries().map(([, one]) => one);

describe.skipIf(!datasets.isHere)(
  `the same exact figures by tRPC, REST, MCP over HTTP and MCP over stdio${datasets.note}`,
  () => {
    let app: TestApp;
    let user: TestUser;
    let apiKey: string;
    const agents: {
      name: string;
      ask: (name: string, input: Record<string, unknown>) => Promise<unknown>;
      close: () => Promise<void>;
    }[] = [];

    beforeAll(async () => {
      app = await createTestApp();
      user = await app.createTestUser({ verified: true });
      apiKey = user.apiKey ?? '';
      const remote = new Client({ name: 'test', version: '1' });
      await remote.connect(
        new StreamableHTTPClientTransport(new URL('/mcp', app.url), {
          requestInit: { headers: { 'API-Key': apiKey } },
        }),
      );
      const local = new OlderClient({ name: 'test', version: '1' });
      await local.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [resolve(import.meta.dirname, '../../../packages/mcp/src/bin.ts')],
          env: { COLUMNIST_URL: app.url, COLUMNIST_API_KEY: apiKey },
        }),
      );
      for (const [name, client] of Object.entries({ remote, local })) {
        agents.push({
          name,
          ask: async (tool, input) =>
            (await client.callTool({ name: tool, arguments: input })).structuredContent,
          close: () => client.close(),
        });
      }
    });
    afterAll(async () => {
      await Promise.all(agents.map((agent) => agent.close()));
      await app.close();
    });

    it.each(expected)('$file', async ({ file, rows, numeric }) => {
      const uploaded = await app.upload(
        user,
        new Uint8Array(readFileSync(join(datasets.path, file))),
        file.replace(/\.tsv$/, '.csv'),
      );
      expect(uploaded.status).toBe(201);
      const { id } = z.object({ id: z.string() }).parse(await uploaded.json());
      const rest = await fetch(`${app.url}/api/v1/datasets/${id}/analyze`, {
        method: 'POST',
        headers: { 'API-Key': apiKey, 'Content-Type': 'application/json' },
        body: '{}',
      });
      // An answer to a key has an id besides.
      const { answer_id: _, ...byRest } = z
        .looseObject({ answer_id: z.string() })
        .parse(await rest.json());
      const trpc = await fetch(
        `${app.url}/trpc/datasets.analyze?input=${encodeURIComponent(JSON.stringify({ id }))}`,
        { headers: { Authorization: `Bearer ${user.accessToken}` } },
      );
      expect(
        z.object({ result: z.object({ data: z.unknown() }) }).parse(await trpc.json()).result.data,
      ).toEqual(byRest);
      const described = description.parse(byRest);
      // A result for an agent is at most 32 KB: of a wide table it asks column by column.
      for (const agent of agents) {
        for (const column of described.columns)
          expect(
            await agent.ask('describe_columns', {
              id,
              columns: [column.name],
              correlations: false,
              detail: 'detailed',
            }),
            agent.name,
          ).toMatchObject({ n_used: described.n_used, columns: [column] });
      }

      expect(described.n_used).toBe(rows);
      for (const [name, exact] of Object.entries(numeric)) {
        const column = described.columns.find((candidate) => candidate.name === name);
        if (column?.type !== 'number') throw new Error(`${name} is not a number column`);
        expect({ n: column.n, missing: column.missing, distinct: column.distinct }).toEqual({
          n: exact.n,
          missing: exact.missing,
          distinct: exact.distinct,
        });
        const pairs: [string, number | string | null, string][] = [
          ['min', column.min, exact.min],
          ['q1', column.q1, exact.q1_type7],
          ['median', column.median, exact.median],
          ['q3', column.q3, exact.q3_type7],
          ['max', column.max, exact.max],
          ['sum', column.sum, exact.sum],
          ['mean', column.mean, exact.mean],
          ['variance', column.variance, exact.var_samp],
          ['sd', column.sd, exact.sd_samp],
        ];
        for (const [figure, actual, wanted] of pairs) {
          const scale = Math.max(Math.abs(Number(wanted)), Number.MIN_VALUE);
          expect(
            Math.abs(Number(actual) - Number(wanted)) / (Number(wanted) === 0 ? 1 : scale),
            `${name} ${figure}: ${actual} against ${wanted}`,
          ).toBeLessThanOrEqual(1e-12);
        }
      }
    });
  },
);
