import { AppError, problemOf, type Scope } from '@columnist/contract';
import { hostHeaderValidation, originValidation } from '@modelcontextprotocol/express';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Request, RequestHandler, Response } from 'express';
import { fitOnThread } from './fit-on-thread.ts';
import { makeServer, type Call, type ServerOptions } from './make-server.ts';
import { readScope } from './read-scope.ts';

export interface McpHttpOptions extends Omit<ServerOptions, 'call' | 'scope' | 'fit'> {
  /**
   * The address people use. Other Host and Origin headers are refused, so that no web page can
   * reach a local server by DNS rebinding.
   */
  readonly publicUrl: string;
  /** Where it learns how to get a token (RFC 9728). */
  readonly resourceMetadata: string;
  /**
   * The call of this request's actor and what it may do; null where there is none. Throws AppError
   * for a bad credential.
   */
  readonly open: (
    req: Request,
    res: Response,
  ) => Promise<{ readonly call: Call; readonly scopes: readonly Scope[] } | null>;
}

/** Of a message: as much as the text of a small file, as over REST. */
const maxRequestBodySize = 1024 * 1024;

/** What a client asks for unless it knows better; writing is asked for by name. */
const offeredScopes = 'read rows analyse';

/**
 * Streamable HTTP at one path, stateless: each request is served by a fresh server that acts for
 * its own actor.
 */
export function mcpHandler({
  publicUrl,
  resourceMetadata,
  open,
  ...options
}: McpHttpOptions): RequestHandler[] {
  const hosts = [new URL(publicUrl).hostname, 'localhost', '127.0.0.1', '[::1]'];
  return [
    hostHeaderValidation(hosts),
    originValidation(hosts),
    async (req, res) => {
      // Errors of the opening carry the challenge too, so that a client knows where to get another
      // token.
      const challenge = `Bearer resource_metadata="${resourceMetadata}", scope="${offeredScopes}"`;
      res.setHeader(
        'WWW-Authenticate',
        `${challenge}${req.headers.authorization === undefined ? '' : ', error="invalid_token"'}`,
      );
      const opened = await open(req, res).catch((error: unknown) =>
        error instanceof AppError ? error : Promise.reject(error),
      );
      if (opened instanceof AppError) return refuse(res, opened);
      if (opened === null)
        return refuse(
          res,
          new AppError(
            'unauthenticated',
            'Sign in with OAuth, or send your API key in the API-Key header.',
            { fix: 'Copy the key from the dashboard.' },
          ),
        );
      res.removeHeader('WWW-Authenticate');
      const { call, scopes } = opened;
      const scope = readScope({
        dataset: req.query['dataset'],
        readOnly: req.query['read_only'],
        toolsets: req.query['toolsets'],
      });
      if (scope instanceof AppError) return refuse(res, scope);
      await toNodeHandler(
        createMcpHandler(
          () => makeServer({ ...options, fit: fitOnThread, call, scope: { ...scope, scopes } }),
          { onerror: options.onError },
        ),
        { maxRequestBodySize },
      )(req, res);
    },
  ];
}

function refuse(res: Response, error: AppError): void {
  const problem = problemOf(error, String(res.getHeader('X-Request-Id') ?? ''));
  res.status(problem.status).setHeader('Content-Type', 'application/problem+json');
  if (problem.status !== 401) res.removeHeader('WWW-Authenticate');
  res.send(Buffer.from(JSON.stringify(problem)));
}
