import { AppError, type Operation } from '@columnist/contract';
import { requireDisk, type Actor, type Settings } from '@columnist/core';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { receiveBody, receiveMultipart } from './receive-upload.ts';
import { scanJson } from './scan-json.ts';

/** Of the disk that files are received on. */
export type Room = Pick<Settings, 'tempDir' | 'minFreeBytes'>;

const asObject = z.record(z.string(), z.unknown());
const type = ['application/json', 'application/*+json'];
/** Looked through before it is parsed; the scan knows UTF-8 alone, as RFC 8259 has it. */
const readJson = ({ bulk, rest }: Operation): RequestHandler =>
  express.json({
    // Values sent along for statistics.
    limit: rest?.body === 'csv' ? '10mb' : '1mb',
    type,
    verify: (_req, _res, bytes, encoding) => {
      if (encoding !== 'utf-8') throw new AppError('unsupported_media_type', 'Send application/json in UTF-8.');
      scanJson(bytes, bulk);
    },
  });

/** The fields a request's body brings: a JSON object's, or `file`. Read only once the caller is known to be allowed. */
export async function readBody(req: Request, res: Response, operation: Operation, actor: Actor | null, room: Room): Promise<Record<string, unknown>> {
  const expected = operation.rest?.body ?? 'json';
  if (expected === 'multipart') return { file: await receiveMultipart(req, res, await folderOf(room), known(actor)) };
  if (req.method === 'GET' || req.method === 'HEAD' || req.method === 'DELETE') return {};
  if (expected === 'csv' && req.is('text/csv') === 'text/csv') return { file: await receiveBody(req, await folderOf(room), known(actor)) };
  if (!hasBody(req)) return {};
  if (typeof req.is(type) !== 'string') {
    throw new AppError('unsupported_media_type', expected === 'csv' ? 'Send application/json, or the file as text/csv.' : 'Send application/json.');
  }
  await run(readJson(operation), req, res);
  const parsed = asObject.safeParse(req.body);
  if (!parsed.success || Array.isArray(req.body)) throw new AppError('malformed_request', 'The body must be a JSON object.');
  return parsed.data;
}

/** Where files are received. Throws storage_full before the first byte. */
async function folderOf(room: Room): Promise<string> {
  await requireDisk(room);
  return room.tempDir;
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
