import {
  answerErrors,
  asAppError,
  call,
  countRefused,
  oauthRouter,
  openApiDocument,
  readMessage,
  referencePage,
  resourceMetadataPath,
  referenceStyles,
  restRouter,
  sendProblem,
  trpcHandler,
  type CallContext,
} from '@columnist/api';
import { AppError, allOperations } from '@columnist/contract';
import { refuseEarly, type Core } from '@columnist/core';
import { mcpHandler, type OpenedMessage } from '@columnist/mcp';
import compression from 'compression';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { fileURLToPath } from 'node:url';
import { constants } from 'node:zlib';
import { requireOneHost } from './require-one-host.ts';
import { identifyRequest } from './identify-request.ts';
import { limitWaiting, type Patience } from './limit-waiting.ts';
import type { Metrics } from './metrics.ts';
import { callOpener } from './open-call.ts';
import type { Traces } from './traces.ts';
import { webClient } from './web-client.ts';

/** Programs for clients of the REST API, made from its OpenAPI document, by their addresses. */
const clientFiles = {
  '/api/types.d.ts': import.meta.resolve('@columnist/api-types'),
  '/api/columnist.py': import.meta.resolve('@columnist/api-types/columnist.py'),
};

export interface AppOptions {
  readonly core: Core;
  readonly version: string;
  /** Folder of the built client; null serves none. */
  readonly webDir: string | null;
  readonly supportEmail: string;
  readonly repositoryUrl: string;
  /** As the page tells the client: `altcha`, `off`, or `recaptcha` and its site key. */
  readonly captcha: string;
  /** As Express wants it: how many proxies are before the server, or their addresses. */
  readonly trustProxy: string | number | null;
  readonly metrics: Metrics;
  readonly traces?: Traces;
  /** Sandbox pages, where there are any. */
  readonly sandbox: readonly RequestHandler[];
  /** For bodies that come slowly; 15 seconds unless a test has less. */
  readonly patience?: Patience;
  /** False once the server drains. */
  readonly isOpen: () => boolean;
}

/**
 * JSON of figures becomes as small as at the levels of the library, in half the time. The files of
 * the client are compressed when it is built.
 */
const quick = { level: 3, brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } } };

/** Mounts every door on one Express application. */
export function createApp(options: AppOptions): Express {
  const { core } = options;
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('query parser', 'simple');
  if (options.trustProxy !== null) app.set('trust proxy', options.trustProxy);
  app.use(identifyRequest(core.log));
  app.use(requireOneHost);
  app.use(options.metrics.count);
  if (options.traces?.request) app.use(options.traces.request);
  app.use(
    helmet({
      contentSecurityPolicy: false,
      crossOriginEmbedderPolicy: false,
      referrerPolicy: { policy: 'no-referrer' },
      strictTransportSecurity: { maxAge: 31_536_000 },
      xFrameOptions: { action: 'deny' },
    }),
  );
  app.use(limitWaiting(options.patience ?? { wholeSeconds: 15, pauseSeconds: 15 }));
  app.use(compression(quick));

  app.get('/health', (_req, res) => res.json({ status: 'ok' }));
  app.get('/ready', async (_req, res) => {
    const [ready, hasRoom] = await Promise.all([
      options.isOpen() &&
        core.ready().then(
          () => true,
          () => false,
        ),
      core.hasRoom().catch(() => false),
    ]);
    // A replica whose disk is nearly full goes on answering; it takes no files.
    res
      .status(ready ? 200 : 503)
      .json({ status: ready ? 'ready' : 'not ready', disk: hasRoom ? 'ok' : 'low' });
  });
  app.get('/metrics', options.metrics.page);
  app.get('/', (_req, res) => res.redirect(302, '/app/'));
  app.get(['/docs', '/docs/:name'], ({ path }, res) => res.redirect(302, `/app${path}`));
  for (const pages of options.sandbox) app.use(pages);

  const openCall = callOpener(core, options.metrics.onCall);
  app.use(['/trpc', '/api', '/mcp', '/oauth', '/.well-known'], (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    res.setHeader('X-Robots-Tag', 'noindex');
    next();
  });
  app.use('/trpc', trpcHandler(openCall));
  const openApi = openApiDocument(core.settings.publicUrl, options.version);
  app.get('/api/openapi.json', (_req, res) => res.json(openApi));
  for (const [address, file] of Object.entries(clientFiles))
    app.get(address, (_req, res) =>
      res.setHeader('Cache-Control', 'no-cache').type('text/plain').sendFile(fileURLToPath(file)),
    );
  const reference = referencePage(openApi);
  app.get('/api/docs', (_req, res) =>
    res
      .setHeader(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .setHeader('Cache-Control', 'no-cache')
      .type('html')
      .send(reference),
  );
  app.get('/api/docs.css', (_req, res) =>
    res.setHeader('Cache-Control', 'no-cache').type('css').send(referenceStyles),
  );
  // The signature is over the bytes as they were sent.
  app.post(
    '/api/payments/webhook',
    express.raw({ type: () => true, limit: '1mb' }),
    (req, res, next) => {
      core
        .takeEvent(
          Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0),
          req.get('stripe-signature'),
        )
        .then(() => res.json({ received: true }), next);
    },
  );
  app.use(restRouter(openCall, core.settings));
  app.use(oauthRouter(core, openCall));
  app.use(
    '/mcp',
    mcpHandler({
      version: options.version,
      publicUrl: core.settings.publicUrl,
      resourceMetadata: core.settings.publicUrl + resourceMetadataPath,
      open: (req, res) => openMessage(req, res, openCall(req, res, 'mcp')),
      onError: (error) => core.log.warn({ err: error }, 'mcp request failed'),
    }),
  );
  app.use('/api', (req, res) =>
    sendProblem(
      res,
      new AppError('not_found', `There is no ${req.method} ${req.baseUrl}${req.path}.`, {
        fix: 'See /api/docs for the calls there are.',
      }),
    ),
  );
  if (options.webDir !== null)
    app.use(
      '/app',
      webClient(options.webDir, {
        supportEmail: options.supportEmail,
        repositoryUrl: options.repositoryUrl,
        publicUrl: core.settings.publicUrl,
        captcha: options.captcha,
      }),
    );
  app.use((_req, res) => sendProblem(res, new AppError('not_found', 'There is nothing here.')));
  app.use(answerErrors(core.log));
  return app;
}

/** A message of an agent, and what its tools call; null without a credential. */
async function openMessage(
  req: Request,
  res: Response,
  ctx: CallContext,
): Promise<OpenedMessage | null> {
  const actor = await ctx.actor();
  if (actor === null) return null;
  return {
    scopes: actor.scopes,
    body: await readMessage(req, res).catch(async (error: unknown) => {
      throw asAppError(await countRefused(ctx, error));
    }),
    refuseEarly: () => refuseEarly(ctx.serve(actor), false),
    countRefused: async (error) => asAppError(await countRefused(ctx, error)),
    call: (path: string, input: unknown): Promise<unknown> => {
      const operation = allOperations.find((candidate) => candidate.path === path);
      if (operation === undefined) throw new AppError('not_found', 'There is no such call.');
      return call(operation, input, ctx);
    },
  };
}
