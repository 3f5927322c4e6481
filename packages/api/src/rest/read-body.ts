import { AppError, SentValues, UploadedFile, type Operation } from '@columnist/contract';
import { requireDisk, type Actor } from '@columnist/core';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { readFile, rm } from 'node:fs/promises';
import { refuseGone, roomForFile, type Room } from './arriving-files.ts';
import { receiveBody, receiveJson, receiveMultipart } from './receive-upload.ts';
import { askAside } from '../aside/ask-aside.ts';
import { Holder } from './holder.ts';
import { parseJson, scanJson } from '../aside/scan-json.ts';

const asObject = z.record(z.string(), z.unknown());
const type = ['application/json', 'application/*+json'];
const notUtf8 = (): AppError =>
  new AppError('unsupported_media_type', 'Send application/json in UTF-8.');
/** Looked through before it is parsed; the scan knows UTF-8 alone, as RFC 8259 has it. */
const readJson = express.json({
  strict: false,
  limit: '1mb',
  type,
  verify: (_req, _res, bytes, encoding) => {
    if (encoding !== 'utf-8') throw notUtf8();
    scanJson(bytes, undefined);
  },
});

/** Values sent along for statistics. */
const valuesLimit = 10 * 1024 * 1024;
/** Up to this many bytes are read here; beyond them another process reads a file. */
const readHere = 256 * 1024;
const readBytes = express.raw({ limit: readHere, type });
/** Large bodies that are received and read at once: of one user, and of all. */
const held = new Holder({ ofOne: 4, ofAll: 16 });
const canceled = () => new AppError('canceled', 'The call was canceled.');
const tooManyLarge = (): AppError =>
  new AppError(
    'unavailable',
    'Too many large requests are being received. Wait until yours are answered, or try again in a moment.',
    { retry_after: 2, limit: 4 },
  );

async function readValues(
  req: Request,
  res: Response,
  { bulk }: Operation,
  actor: Actor,
  room: Room,
): Promise<unknown> {
  const charset = /charset\s*=\s*"?([^\s";]*)/i
    .exec(req.get('content-type') ?? '')?.[1]
    ?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') throw notUtf8();
  const parse = (bytes: Buffer): unknown => {
    scanJson(bytes, bulk);
    return parseJson(bytes);
  };
  const length = Number(req.get('content-length') ?? valuesLimit);
  if (length <= readHere && (req.get('content-encoding') ?? 'identity') === 'identity') {
    await run(readBytes, req, res);
    const bytes: unknown = req.body;
    return Buffer.isBuffer(bytes) ? parse(bytes) : {};
  }
  const release = held.take(actor.user.id);
  if (release === null) throw tooManyLarge();
  try {
    await requireDisk(room);
    refuseGone(req);
    const { path, bytes } = await receiveJson(req, room.tempDir, valuesLimit);
    try {
      if (res.closed) throw canceled();
      if (bytes <= readHere) return parse(await readFile(path));
      const { fields, cells } = await askAside('readValues', { path });
      if (res.closed) throw canceled();
      return cells === null ? fields : { ...fields, data: new SentValues({ source: path, cells }) };
    } finally {
      // Whatever becomes of the request, its file goes with it; not while it is being read, which
      // would fail, or write the file again.
      const remove = (): void => void rm(path, { force: true });
      if (res.closed) remove();
      else res.once('close', remove);
    }
  } finally {
    release();
  }
}

/**
 * Works with the fields a request's body brings: a JSON object's, or `file`. Read only once the
 * caller is known to be allowed. A file that was received is gone afterwards, whatever became of
 * the call.
 */
export async function withBody<Result>(
  req: Request,
  res: Response,
  { operation, actor, room }: { operation: Operation; actor: Actor | null; room: Room },
  work: (body: Record<string, unknown>) => Promise<Result>,
): Promise<Result> {
  const body = await readBody(req, res, operation, actor, room);
  try {
    return await work(body);
  } finally {
    const { file } = body;
    if (file instanceof UploadedFile) await rm(file.path, { force: true });
  }
}

async function readBody(
  req: Request,
  res: Response,
  operation: Operation,
  actor: Actor | null,
  room: Room,
): Promise<Record<string, unknown>> {
  const expected = operation.rest?.body ?? 'json';
  if (expected === 'multipart') {
    const folder = await roomForFile(req, res, known(actor), room);
    return { file: await receiveMultipart(req, res, folder, known(actor)) };
  }
  if (req.method === 'GET' || req.method === 'HEAD' || req.method === 'DELETE') return {};
  if (expected === 'csv' && req.is('text/csv') === 'text/csv')
    return {
      file: await receiveBody(req, await roomForFile(req, res, known(actor), room), known(actor)),
    };
  if (!hasBody(req)) return {};
  if (typeof req.is(type) !== 'string') {
    throw new AppError(
      'unsupported_media_type',
      expected === 'csv'
        ? 'Send application/json, or the file as text/csv.'
        : 'Send application/json.',
    );
  }
  const body: unknown =
    expected === 'csv'
      ? await readValues(req, res, operation, known(actor), room)
      : await run(readJson, req, res).then((): unknown => req.body);
  const parsed = asObject.safeParse(body);
  if (!parsed.success || Array.isArray(body))
    throw new AppError('malformed_request', 'The body must be a JSON object.');
  return parsed.data;
}

/** A message of JSON, as other operations get their fields; undefined where it is another body. */
export async function readMessage(req: Request, res: Response): Promise<unknown> {
  if (!hasBody(req) || typeof req.is(type) !== 'string') return undefined;
  await run(readJson, req, res);
  return req.body;
}

const hasBody = (req: Request): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

/** Nobody unknown writes on our disk, whatever an operation's access says. */
function known(actor: Actor | null): Actor {
  if (actor === null) throw new AppError('unauthenticated', 'Not authenticated');
  return actor;
}

const run = (handler: RequestHandler, req: Request, res: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    handler(req, res, (error: unknown) => (error instanceof Error ? reject(error) : resolve()));
  });
