#!/usr/bin/env node
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { callOverHttp } from './call-over-http.ts';
import { makeServer } from './make-server.ts';

/** columnist-mcp: an MCP server on stdio that asks a Columnist server for its owner. Only the protocol goes to stdout. */
const environment = z.object({
  COLUMNIST_URL: z.url({ protocol: /^https?$/, error: 'COLUMNIST_URL: set the address of Columnist, e.g. https://columnist.example' }),
  COLUMNIST_API_KEY: z.string({ error: 'COLUMNIST_API_KEY: set your API key; it is on the dashboard' }).startsWith('col_', { error: 'COLUMNIST_API_KEY: an API key begins with col_' }),
});

const parsed = environment.safeParse(process.env);
if (parsed.success) {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));
  const call = callOverHttp(parsed.data.COLUMNIST_URL, parsed.data.COLUMNIST_API_KEY);
  serveStdio(() => makeServer({ version, call }));
} else {
  for (const issue of parsed.error.issues) console.error(issue.message);
  process.exitCode = 1;
}
