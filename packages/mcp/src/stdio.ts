import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { callOverHttp } from './call-over-http.ts';
import type { Config } from './config.ts';
import { makeServer } from './make-server.ts';

const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));

/** Serves MCP on stdin and stdout until stdin ends. stdout carries the protocol alone; everything else goes to stderr. */
export function serveOnStdio({ COLUMNIST_URL: url, COLUMNIST_API_KEY: apiKey }: Config): void {
  const onError = (error: unknown) => console.error(error);
  const call = callOverHttp({ url, apiKey });
  serveStdio(() => makeServer({ version, call, onError }), { onerror: onError });
}
