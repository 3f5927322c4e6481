import { AppError, allOperations, problemOf } from '@columnist/contract';
import { appRouter, call, openApiDocument, restRouter, sendProblem, asAppError, type CallContext } from '@columnist/api';
import { verifyEmail, type Actor, type Core } from '@columnist/core';
import { mcpHandler } from '@columnist/mcp';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { randomUUID } from 'node:crypto';
import { webClient } from './web-client.ts';

export interface AppOptions {
  readonly core: Core;
  readonly version: string;
  /** Folder of the built client; null serves none. */
  readonly webDir: string | null;
  readonly supportEmail: string;
  readonly repositoryUrl: string;
  readonly trustProxy: string | null;
  /** Sandbox pages, where there are any. */
  readonly sandbox: RequestHandler | null;
  /** False once the server drains. */
  readonly isOpen: () => boolean;
}

/** Mounts every door on one Express application. */
export function createApp(options: AppOptions): Express {
  const { core } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  if (options.trustProxy !== null) app.set('trust proxy', options.trustProxy);
  app.use(identify(core));
  app.use(helmet({ contentSecurityPolicy: false, crossOriginEmbedderPolicy: false, referrerPolicy: { policy: 'no-referrer' }, strictTransportSecurity: { maxAge: 31_536_000 } }));
  app.use(compression());

  app.get('/health', (_req, res) => res.json({ status: 'ok' }));
  app.get('/ready', async (_req, res) => {
    const ready = options.isOpen() && (await core.ready().then(() => true, () => false));
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready' });
  });
  app.get('/', (_req, res) => res.redirect(302, '/app/'));
  if (options.sandbox !== null) app.use(options.sandbox);

  const openCall = callOpener(core);
  app.use(['/trpc', '/api', '/mcp'], (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    next();
  });
  app.use('/trpc', createExpressMiddleware({ router: appRouter, createContext: ({ req, res }) => openCall(req, res, 'trpc'), maxBodySize: 1024 * 1024, onError: () => {} }));
  const openApi = openApiDocument(core.settings.publicUrl, options.version);
  app.get('/api/openapi.json', (_req, res) => res.json(openApi));
  app.get('/api/v1/auth/verify-email', async (req, res) => {
    const ctx = await openCall(req, res, 'rest', false);
    const token = typeof req.query['token'] === 'string' ? req.query['token'] : '';
    const failure = await verifyEmail(ctx.service, { token: token.slice(0, 200) }).then(() => null, asAppError);
    res.redirect(303, failure === null ? '/app/login?verified=true' : `/app/login?verified=false&error=${encodeURIComponent(failure.message)}`);
  });
  app.use(restRouter(openCall, core.settings.tempDir));
  app.use(
    '/mcp',
    mcpHandler({
      version: options.version,
      open: async (req, res) => {
        const ctx = await openCall(req, res, 'mcp');
        return ctx.service.actor === null ? null : (path, input) => callByPath(path, input, ctx);
      },
    }),
  );
  app.use('/api', (req, res) => sendProblem(res, problemOf(new AppError('not_found', `There is no ${req.method} ${req.baseUrl}${req.path}.`), requestIdOf(res))));
  if (options.webDir !== null) app.use('/app', webClient(options.webDir, { supportEmail: options.supportEmail, repositoryUrl: options.repositoryUrl, publicUrl: core.settings.publicUrl }));
  app.use((_req, res) => sendProblem(res, problemOf(new AppError('not_found', 'There is nothing here.'), requestIdOf(res))));
  app.use(restErrors(core));
  return app;
}

function callByPath(path: string, input: unknown, ctx: CallContext): Promise<unknown> {
  const operation = allOperations.find((candidate) => candidate.path === path);
  if (operation === undefined) throw new AppError('not_found', 'There is no such call.');
  return call(operation, input, ctx);
}

const requestIdOf = (res: Response): string => String(res.getHeader('X-Request-Id') ?? '');

/** An id for each request, in its answer and its log line. No header, query or body is logged. */
function identify(core: Core): RequestHandler {
  return (req, res, next) => {
    const id = randomUUID();
    const started = performance.now();
    res.setHeader('X-Request-Id', id);
    res.once('finish', () => {
      core.log.info({ request: id, method: req.method, path: req.originalUrl.split('?')[0], status: res.statusCode, ms: Math.round(performance.now() - started) }, 'request');
    });
    next();
  };
}

const header = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** Makes a call's context: who asks, and when to stop. A bad credential is an error; none is a null actor. */
function callOpener(core: Core) {
  return async (req: Request, res: Response, door: CallContext['door'], withActor = true): Promise<CallContext> => {
    const controller = new AbortController();
    res.once('close', () => {
      if (!res.writableFinished) controller.abort();
    });
    const actor: Actor | null = withActor ? await core.authenticate({ authorization: req.headers.authorization, apiKey: header(req.headers['api-key']) }) : null;
    return {
      door,
      service: core.contextFor({ actor, signal: controller.signal, requestId: requestIdOf(res), address: req.ip ?? '' }),
      onCounted: ({ rate, quota }) => {
        if (res.headersSent) return;
        if (rate !== undefined) {
          res.setHeader('RateLimit-Limit', rate.limit);
          res.setHeader('RateLimit-Remaining', rate.remaining);
          res.setHeader('RateLimit-Reset', rate.resetSeconds);
        }
        if (quota !== undefined) {
          res.setHeader('Quota-Limit', quota.limit);
          res.setHeader('Quota-Used', quota.used);
          res.setHeader('Quota-Reset', quota.reset.toISOString());
        }
      },
    };
  };
}

/** Errors before a call began: an unreadable body, a bad credential. */
function restErrors(core: Core): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    if (res.headersSent) return next(error);
    const known = bodyError(error) ?? asAppError(error);
    if (known.code === 'internal') core.log.error({ err: error, request: requestIdOf(res) }, 'request failed');
    sendProblem(res, problemOf(known, requestIdOf(res)));
  };
}

/** What Express's body parser throws, told by its `type`. */
function bodyError(error: unknown): AppError | null {
  if (error instanceof URIError) return new AppError('malformed_request', 'The address is not well-formed.');
  if (!(error instanceof Error) || !('type' in error)) return null;
  if (error.type === 'entity.too.large') return new AppError('file_too_large', 'The body is too large for this call.', { fix: 'Send less at once, or the file itself as text/csv.' });
  if (error.type === 'entity.parse.failed') return new AppError('malformed_request', 'The body is not well-formed JSON.');
  if (error.type === 'request.aborted') return new AppError('canceled', 'The request was canceled.');
  return new AppError('malformed_request', 'The body cannot be read.');
}
