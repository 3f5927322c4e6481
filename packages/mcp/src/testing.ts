import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OlderHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';

/** Where a server is: behind an address, or a command to start. */
export type Way = { readonly url: string; readonly headers: Record<string, string> } | { readonly command: string; readonly args: string[]; readonly env: Record<string, string> };

const answer = z.object({
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
  structuredContent: z.record(z.string(), z.unknown()).exactOptional(),
  isError: z.boolean().exactOptional(),
});
export type Answer = z.output<typeof answer>;

/** An agent's client. It has read the list of tools, so it checks each answer against the tool's output schema. */
export interface Agent {
  readonly instructions: string | undefined;
  readonly tools: readonly { readonly name: string }[];
  use(tool: string, input: Record<string, unknown>, signal?: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

/** One client of each protocol era. */
export const agents: readonly [era: string, connect: (way: Way) => Promise<Agent>][] = [
  ['2026-07-28', connectCurrent],
  ['2025-11-25', connectOlder],
];

const info = { name: 'columnist-test', version: '1.0.0' };

async function connectCurrent(way: Way): Promise<Agent> {
  const client = new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect('url' in way ? new StreamableHTTPClientTransport(new URL(way.url), { requestInit: { headers: way.headers } }) : new StdioClientTransport({ ...way, stderr: 'ignore' }));
  const { tools } = await client.listTools();
  return {
    instructions: client.getInstructions(),
    tools,
    use: async (name, input, signal) => answer.parse(await client.callTool({ name, arguments: input }, signal === undefined ? {} : { signal })),
    close: () => client.close(),
  };
}

async function connectOlder(way: Way): Promise<Agent> {
  const client = new OlderClient(info);
  await client.connect('url' in way ? new OlderHttpTransport(new URL(way.url), { requestInit: { headers: way.headers } }) : new OlderStdioTransport({ ...way, stderr: 'ignore' }));
  const { tools } = await client.listTools();
  return {
    instructions: client.getInstructions(),
    tools,
    use: async (name, input, signal) => answer.parse(await client.callTool({ name, arguments: input }, undefined, signal === undefined ? {} : { signal })),
    close: () => client.close(),
  };
}
