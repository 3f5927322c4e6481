import { AppError, problemOf, type Call, type Scope } from '@columnist/contract';
import { hostHeaderValidation, originValidation } from '@modelcontextprotocol/express';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Request, RequestHandler, Response as Answer } from 'express';
import { z } from 'zod';
import { fitAside } from './fit-aside.ts';
import { makeServer, type ServerOptions } from './make-server.ts';
import { readScope } from './read-scope.ts';
import { refusedMessage, refuseMessage, unreadable } from './refuse-message.ts';

export interface McpHttpOptions extends Omit<ServerOptions, 'call' | 'scope' | 'fit'> {
  /**
   * The address people use. Other Host and Origin headers are refused, so that no web page can
   * reach a local server by DNS rebinding.
   */
  readonly publicUrl: string;
  /** Where it learns how to get a token (RFC 9728). */
  readonly resourceMetadata: string;
  /**
   * The message of this request, and what its actor may do; null where there is no credential.
   * Throws AppError for one that is not valid, and for a body that cannot be read.
   */
  readonly open: (req: Request, res: Answer) => Promise<OpenedMessage | null>;
}

export interface OpenedMessage {
  readonly call: Call;
  readonly scopes: readonly Scope[];
  /** As it was parsed; undefined where it is no JSON. */
  readonly body: unknown;
  /** Throws rate_limited where the minute of the actor is used up. */
  readonly refuseEarly: () => void;
  /** Counts a message that was refused before it came to a call; answers the error to send. */
  readonly countRefused: (error: AppError) => Promise<AppError>;
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
      if (opened instanceof AppError)
        return opened.code === 'malformed_request'
          ? refuseMessage(res, unreadable(opened.message))
          : refuse(res, opened);
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
      const scope = readScope({
        dataset: req.query['dataset'],
        readOnly: req.query['read_only'],
        toolsets: req.query['toolsets'],
      });
      if (scope instanceof AppError) return refuse(res, await opened.countRefused(scope));
      const refusal = refusalOf(opened);
      if (refusal !== null) return refuse(res, await opened.countRefused(refusal));
      const unfit = refusedMessage(opened.body);
      if (unfit !== null) {
        await opened.countRefused(new AppError('malformed_request', unfit.message));
        return refuseMessage(res, unfit);
      }
      let hasCalled = false;
      const call: Call = (...asked) => {
        hasCalled = true;
        return opened.call(...asked);
      };
      const handler = createMcpHandler(
        () =>
          makeServer({
            ...options,
            fit: fitAside,
            call,
            scope: { ...scope, scopes: opened.scopes },
          }),
        { onerror: options.onError },
      );
      const answer = noteErrors();
      await toNodeHandler(
        { fetch: async (...asked) => answer.watch(await handler.fetch(...asked)) },
        { maxRequestBodySize },
      )(req, res, opened.body);
      if (!hasCalled && (res.statusCode >= 400 || answer.isError()))
        await opened.countRefused(new AppError('malformed_request', 'No call was made.'));
    },
  ];
}

const asMessage = z.object({ method: z.string() });

/** Those who call a tool learn within its answer that they called too often. */
function refusalOf({ body, refuseEarly }: OpenedMessage): AppError | null {
  if (asMessage.safeParse(body).data?.method === 'tools/call') return null;
  try {
    refuseEarly();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** The protocol answers errors with status 200. One is never longer than this. */
const longestError = 16 * 1024;

/** Looks at an answer as it passes. */
function noteErrors() {
  let seen = '';
  const decoder = new TextDecoder();
  return {
    watch: (response: Response): Response => {
      if (response.body === null) return response;
      const look = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, passed) {
          if (seen.length < longestError) seen += decoder.decode(chunk, { stream: true });
          passed.enqueue(chunk);
        },
      });
      return new Response(response.body.pipeThrough(look), response);
    },
    isError: (): boolean =>
      seen.length < longestError && /"error":\s*\{|"isError":\s*true/.test(seen),
  };
}

function refuse(res: Answer, error: AppError): void {
  const problem = problemOf(error, String(res.getHeader('X-Request-Id') ?? ''));
  res.status(problem.status).setHeader('Content-Type', 'application/problem+json');
  if (problem.status !== 401) res.removeHeader('WWW-Authenticate');
  res.send(Buffer.from(JSON.stringify(problem)));
}
