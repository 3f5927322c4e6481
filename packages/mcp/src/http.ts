import { AppError, problemOf } from '@columnist/contract';
import { hostHeaderValidation, originValidation } from '@modelcontextprotocol/express';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Request, RequestHandler, Response } from 'express';
import { makeServer, type Call, type ServerOptions } from './make-server.ts';
import { readScope } from './read-scope.ts';

export interface McpHttpOptions extends Omit<ServerOptions, 'call' | 'scope'> {
  /** The address people use. Other Host and Origin headers are refused, so that no web page can reach a local server by DNS rebinding. */
  readonly publicUrl: string;
  /** The call of this request's actor; null where there is none. Throws AppError for a bad credential. */
  readonly open: (req: Request, res: Response) => Promise<Call | null>;
}

/** Streamable HTTP at one path, stateless: each request is served by a fresh server that acts for its own actor. */
export function mcpHandler({ publicUrl, open, ...options }: McpHttpOptions): RequestHandler[] {
  const hosts = [new URL(publicUrl).hostname, 'localhost', '127.0.0.1', '[::1]'];
  return [
    hostHeaderValidation(hosts),
    originValidation(hosts),
    async (req, res) => {
      const call = await open(req, res);
      if (call === null) return refuse(res, new AppError('unauthenticated', 'Send your API key in the API-Key header.', { fix: 'Copy the key from the dashboard.' }));
      const scope = readScope({ dataset: req.query['dataset'], readOnly: req.query['read_only'], toolsets: req.query['toolsets'] });
      if (scope instanceof AppError) return refuse(res, scope);
      await toNodeHandler(createMcpHandler(() => makeServer({ ...options, call, scope }), { onerror: options.onError }))(req, res);
    },
  ];
}

function refuse(res: Response, error: AppError): void {
  const problem = problemOf(error, String(res.getHeader('X-Request-Id') ?? ''));
  res.status(problem.status).setHeader('Content-Type', 'application/problem+json');
  if (problem.status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  res.send(Buffer.from(JSON.stringify(problem)));
}
