import { AppError, FileDownload, allOperations, type Operation, type Problem } from '@columnist/contract';
import type { Actor } from '@columnist/core';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { call } from '../call.ts';
import { reportProblem, type CallContext } from '../trpc.ts';
import { queryReader } from './query-values.ts';
import { receiveBody, receiveMultipart } from './receive-upload.ts';

/** Finds who calls and makes the call's context; the host knows how. */
export type OpenCall = (req: Request, res: Response, door: CallContext['door']) => Promise<CallContext>;

const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
const asObject = z.record(z.string(), z.unknown());

/** Every operation with a REST route, as Express routes over the same procedures as tRPC. */
export function restRouter(openCall: OpenCall, tempDir: string): Router {
  const router = express.Router();
  const methods = new Map<string, string[]>();
  for (const operation of allOperations) {
    const { rest } = operation;
    if (rest === undefined) continue;
    const handle = handler(operation, openCall, tempDir);
    for (const path of [rest.path, ...(rest.aliases ?? [])].map(expressPath)) {
      router[rest.method](path, ...(rest.body === 'multipart' || rest.method === 'get' ? [] : [jsonBody(rest.body === 'csv' ? '10mb' : '1mb')]), handle);
      methods.set(path, [...(methods.get(path) ?? []), rest.method.toUpperCase()]);
    }
  }
  for (const [path, allowed] of methods) {
    router.all(path, async (req, res) => {
      res.setHeader('Allow', allowed.join(', '));
      sendProblem(res, reportProblem(new AppError('method_not_allowed', `${req.method} is not allowed here.`, { fix: `Use ${allowed.join(' or ')}.` }), (await anonymous(openCall, req, res)).service, path));
    });
  }
  return router;
}

const anonymous = (openCall: OpenCall, req: Request, res: Response) => {
  delete req.headers.authorization;
  delete req.headers['api-key'];
  return openCall(req, res, 'rest');
};

/** JSON bodies; read errors become problems in `restErrors`. */
const jsonBody = (limit: string): RequestHandler => express.json({ limit, type: ['application/json', 'application/*+json'] });

function handler(operation: Operation, openCall: OpenCall, tempDir: string): RequestHandler {
  const readQuery = queryReader(operation.input);
  return async (req, res) => {
    const ctx = await openCall(req, res, 'rest');
    try {
      const input = { ...readQuery(asObject.parse(req.query)), ...(await bodyOf(req, res, operation, ctx, tempDir)), ...req.params };
      await answer(req, res, operation, await call(operation, input, ctx), ctx);
    } catch (error) {
      sendProblem(res, reportProblem(error, ctx.service, operation.path));
    }
  };
}

async function bodyOf(req: Request, res: Response, operation: Operation, ctx: CallContext, tempDir: string): Promise<Record<string, unknown>> {
  const body = operation.rest?.body ?? 'json';
  if (body === 'multipart') return { file: await receiveMultipart(req, res, tempDir, knownActor(ctx, operation)) };
  if (body === 'csv' && req.is('text/csv') === 'text/csv') return { file: await receiveBody(req, tempDir, knownActor(ctx, operation)) };
  if (req.method === 'GET' || req.method === 'DELETE') return {};
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (hasBody && req.body === undefined) {
    throw new AppError('unsupported_media_type', body === 'csv' ? 'Send application/json, or the file as text/csv.' : 'Send application/json.');
  }
  const parsed = asObject.safeParse(req.body ?? {});
  if (!parsed.success) throw new AppError('invalid_input', 'The body must be a JSON object.');
  return parsed.data;
}

/** Nobody unknown gets to write on our disk, whatever the operation would say later. */
function knownActor(ctx: CallContext, operation: Operation): Actor {
  const { actor } = ctx.service;
  if (actor === null) throw new AppError('unauthenticated', 'Not authenticated');
  const { access } = operation;
  if (access !== 'public' && !access.via.includes(actor.via)) throw new AppError('forbidden', 'This call needs a signed-in session.');
  return actor;
}

async function answer(req: Request, res: Response, operation: Operation, output: unknown, ctx: CallContext): Promise<void> {
  const { rest } = operation;
  if (output instanceof FileDownload) {
    const { size } = await stat(output.path);
    res.attachment(output.filename).type(output.contentType).setHeader('Content-Length', size);
    await pipeline(createReadStream(output.path), res).catch((error: unknown) => ctx.service.log.info({ err: error }, 'download ended early'));
    return;
  }
  if (output === undefined) {
    res.status(rest?.status ?? 204).end();
    return;
  }
  if (rest?.list === true) {
    const page = z.object({ items: z.array(z.unknown()), total: z.int(), next_cursor: z.string().nullable() }).parse(output);
    res.setHeader('X-Total-Count', page.total);
    if (page.next_cursor !== null) {
      const next = new URL(req.originalUrl, ctx.service.settings.publicUrl);
      next.searchParams.set('cursor', page.next_cursor);
      res.setHeader('Link', `<${next.href}>; rel="next"`);
    }
    res.json(page.items);
    return;
  }
  res.status(rest?.status ?? 200).json(output);
}

export function sendProblem(res: Response, problem: Problem): void {
  if (res.headersSent || res.destroyed) return;
  if (problem.retry_after !== undefined) res.setHeader('Retry-After', problem.retry_after);
  if (problem.status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  // A body that is still coming in is not waited for.
  if (!res.req.complete) res.setHeader('Connection', 'close');
  res.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
}
