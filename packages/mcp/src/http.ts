import { AppError, problemOf } from '@columnist/contract';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Request, RequestHandler, Response } from 'express';
import { makeServer, type Call } from './make-server.ts';

export interface McpHttpOptions {
  readonly version: string;
  /** The call of this request's actor; null where there is none. Throws AppError for a bad credential. */
  readonly open: (req: Request, res: Response) => Promise<Call | null>;
}

/** Streamable HTTP at one path, stateless: each request is served by a fresh server that acts for its own actor. */
export function mcpHandler({ version, open }: McpHttpOptions): RequestHandler {
  return async (req, res) => {
    const call = await open(req, res);
    if (call === null) {
      const problem = problemOf(new AppError('unauthenticated', 'Send your API key in the API-Key header.', { fix: 'Copy the key from the dashboard.' }), String(res.getHeader('X-Request-Id') ?? ''));
      res.setHeader('WWW-Authenticate', 'Bearer');
      res.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
      return;
    }
    await toNodeHandler(createMcpHandler(() => makeServer({ version, call })))(req, res);
  };
}
