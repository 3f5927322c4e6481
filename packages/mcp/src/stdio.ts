import { AppError, callOverHttp } from '@columnist/contract';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Config } from './config.ts';
import { makeServer } from './make-server.ts';
import { readScope } from './read-scope.ts';

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));

/**
 * Serves MCP on stdin and stdout until stdin ends. stdout carries the protocol alone; everything
 * else goes to stderr.
 */
export function serveOnStdio({
  COLUMNIST_URL: url,
  COLUMNIST_API_KEY: apiKey,
  COLUMNIST_DATASET: dataset,
  COLUMNIST_READ_ONLY: readOnly,
  COLUMNIST_TOOLSETS: toolsets,
}: Config): void {
  const scope = readScope({ dataset, readOnly, toolsets });
  if (scope instanceof AppError) throw scope;
  const onError = (error: unknown) => console.error(error);
  const call = callOverHttp({ url, apiKey });
  serveStdio(() => makeServer({ version, call, scope, onError }), { onerror: onError });
}
