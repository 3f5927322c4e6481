import { AppError, UploadedFile, maxFileBytes } from '@columnist/contract';
import { tooLarge, type Actor } from '@columnist/core';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callbackify } from 'node:util';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { takeTurn } from './take-turn.ts';

/** Headers and boundaries of a multipart body beside its file. */
const envelopeBytes = 16 * 1024;

/**
 * The one file of a multipart body, field `file`, on disk. Refused as soon as it is too large,
 * whatever still comes in.
 */
export async function receiveMultipart(
  req: Request,
  res: Response,
  tempDir: string,
  actor: Actor,
): Promise<UploadedFile> {
  if (req.is('multipart/form-data') !== 'multipart/form-data')
    throw new AppError(
      'unsupported_media_type',
      'Send the file as multipart/form-data, in the field file.',
    );
  refuseByLength(req, actor, envelopeBytes);
  const saved: UploadedFile[] = [];
  const removeSaved = () => Promise.all(saved.map(({ path }) => rm(path, { force: true })));
  await new Promise<void>((resolve, reject) => {
    const keep = async (part: { stream: Readable; originalname: string }) => {
      const file = await save(part.stream, tempDir, part.originalname, actor).catch(
        (error: unknown) => {
          // Multer would answer only after the whole body has come in.
          reject(uploadError(error));
          throw error;
        },
      );
      saved.push(file);
      return { size: file.bytes };
    };
    const storage: StorageEngine = {
      _handleFile: (_req, file, done) => callbackify(keep)(file, done),
      _removeFile: (_req, _file, done) => callbackify(removeSaved)(done),
    };
    const receive = multer({
      storage,
      defParamCharset: 'utf8',
      limits: { files: 1, fields: 0, parts: 1, headerPairs: 20 },
    }).single('file');
    void receive(req, res, (error: unknown) =>
      error instanceof Error ? reject(uploadError(error)) : resolve(),
    );
  }).catch(async (error: unknown) => {
    await removeSaved();
    throw error;
  });
  const [file] = saved;
  if (file === undefined)
    throw new AppError('invalid_input', 'No file was sent.', {
      errors: [{ field: 'file', message: 'Send one file in the field file.' }],
    });
  return file;
}

/** A whole body that is the file itself. */
export async function receiveBody(
  req: Request,
  tempDir: string,
  actor: Actor,
): Promise<UploadedFile> {
  refuseByLength(req, actor, 0);
  return save(req, tempDir, 'body.csv', actor).catch((error: unknown) => {
    throw uploadError(error);
  });
}

const decoders: Readonly<Record<string, () => Transform>> = {
  identity: () => new PassThrough(),
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * A body that is too large to be held here, decoded, on disk. Throws request_too_large one byte past
 * the limit, unsupported_media_type, malformed_request.
 */
export async function receiveJson(
  req: Request,
  tempDir: string,
  limit: number,
): Promise<{ readonly path: string; readonly bytes: number }> {
  const refuse = (): AppError =>
    new AppError('request_too_large', 'The body is too large for this call.');
  if (Number(req.headers['content-length'] ?? 0) > limit) throw refuse();
  const decode = decoders[req.get('content-encoding')?.toLowerCase() ?? 'identity'];
  if (decode === undefined)
    throw new AppError('unsupported_media_type', 'Send the body plain, or as gzip, deflate or br.');
  const path = join(tempDir, `${randomUUID()}.json`);
  const bytes = await saveStream(req, path, { limit, refuse, through: decode() }).catch(
    (error: unknown) => {
      const known = uploadError(error);
      throw known instanceof AppError
        ? known
        : new AppError('malformed_request', 'The body cannot be read.', {}, { cause: error });
    },
  );
  return { path, bytes };
}

function refuseByLength(req: Request, actor: Actor, extra: number): void {
  const length = Number(req.headers['content-length'] ?? 0);
  if (length > maxFileBytes(actor.user) + extra) throw tooLarge(actor.user);
}

/** A file on disk with its hash. Throws file_too_large. */
async function save(
  stream: Readable,
  tempDir: string,
  filename: string,
  actor: Actor,
): Promise<UploadedFile> {
  const path = join(tempDir, `${randomUUID()}.upload`);
  const hash = createHash('sha256');
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const bytes = await saveStream(stream, path, {
    limit: maxFileBytes(actor.user),
    refuse: () => tooLarge(actor.user),
    through,
  });
  return new UploadedFile({ path, filename, bytes, sha256: hash.digest('hex') });
}

interface Saving {
  /** Bytes of the file at most, and the error beyond them. */
  readonly limit: number;
  readonly refuse: () => AppError;
  /** What the bytes pass first. */
  readonly through: Transform;
}

/** Streams to disk, and stops one byte past the limit: how many bytes. A file that failed is removed. */
async function saveStream(
  stream: Readable,
  path: string,
  { limit, refuse, through }: Saving,
): Promise<number> {
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limit) done(refuse());
      else void takeTurn().then(() => done(null, chunk));
    },
  });
  // Piped, not in the pipeline: a refusal must not destroy the request, for the answer goes out on
  // its socket.
  const gone = () => through.destroy(new Error('The upload was aborted.'));
  stream
    .once('close', gone)
    .once('error', gone)
    .once('end', () => stream.off('close', gone))
    .pipe(through);
  await pipeline(through, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch(
    async (error: unknown) => {
      stream.unpipe(through).off('close', gone);
      await rm(path, { force: true });
      throw error;
    },
  );
  return bytes;
}

function uploadError(error: unknown): unknown {
  if (error instanceof MulterError)
    return new AppError('invalid_input', 'Send exactly one file, in the field file.', {
      errors: [{ field: error.field ?? 'file', message: error.message }],
    });
  if (!(error instanceof Error) || error instanceof AppError) return error;
  if (/premature close|aborted|closed/i.test(error.message))
    return new AppError('canceled', 'The upload was canceled.', {}, { cause: error });
  if (/boundary|malformed|header|unexpected end/i.test(error.message))
    return new AppError(
      'malformed_request',
      'The multipart body cannot be read.',
      {},
      { cause: error },
    );
  return error;
}
