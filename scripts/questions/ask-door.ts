import { z } from 'zod';

/** What an operation answers over REST. */
export async function askRest(
  url: string,
  key: string,
  path: string,
  input: Record<string, unknown>,
  get: boolean,
): Promise<unknown> {
  const query = get
    ? `?${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, JSON.stringify(value)])).toString()}`
    : '';
  const response = await fetch(url + path + query, {
    headers: { 'API-Key': key, 'Content-Type': 'application/json' },
    ...(get ? {} : { method: 'POST', body: JSON.stringify(input) }),
  });
  return response.json();
}

const reply = z.object({ result: z.object({ structuredContent: z.unknown() }) });

/** What a tool answers over MCP. */
export async function askMcp(
  url: string,
  key: string,
  tool: string,
  input: Record<string, unknown>,
): Promise<unknown> {
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool, arguments: input },
  };
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'API-Key': key,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-11-25',
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const json: unknown = JSON.parse(
    text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '{}'),
  );
  return reply.parse(json).result.structuredContent;
}
