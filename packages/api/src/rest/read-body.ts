import { AppError, type Operation } from '@columnist/contract';
import type { Actor } from '@columnist/core';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { receiveBody, receiveMultipart } from './receive-upload.ts';

const asObject = z.record(z.string(), z.unknown());
const type = ['application/json', 'application/*+json'];
const json = express.json({ limit: '1mb', type });
/** Values sent along for statistics. */
const jsonValues = express.json({ limit: '10mb', type });

/** The fields a request's body brings: a JSON object's, or `file`. Read only once the caller is known to be allowed. */
export async function readBody(req: Request, res: Response, operation: Operation, actor: Actor | null, tempDir: string): Promise<Record<string, unknown>> {
  const expected = operation.rest?.body ?? 'json';
  if (expected === 'multipart') return { file: await receiveMultipart(req, res, tempDir, known(actor)) };
  if (req.method === 'GET' || req.method === 'HEAD' || req.method === 'DELETE') return {};
  if (expected === 'csv' && req.is('text/csv') === 'text/csv') return { file: await receiveBody(req, tempDir, known(actor)) };
  if (!hasBody(req)) return {};
  if (typeof req.is(type) !== 'string') {
    throw new AppError('unsupported_media_type', expected === 'csv' ? 'Send application/json, or the file as text/csv.' : 'Send application/json.');
  }
  await run(expected === 'csv' ? jsonValues : json, req, res);
  const parsed = asObject.safeParse(req.body);
  if (!parsed.success || Array.isArray(req.body)) throw new AppError('malformed_request', 'The body must be a JSON object.');
  return parsed.data;
}

const hasBody = (req: Request): boolean => req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

/** Nobody unknown writes on our disk, whatever an operation's access says. */
function known(actor: Actor | null): Actor {
  if (actor === null) throw new AppError('unauthenticated', 'Not authenticated');
  return actor;
}

const run = (handler: RequestHandler, req: Request, res: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    handler(req, res, (error: unknown) => (error instanceof Error ? reject(error) : resolve()));
  });
