import { AppError, UploadedFile, maxFileBytes } from '@columnist/contract';
import { tooLarge, type Actor } from '@columnist/core';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Headers and boundaries of a multipart body beside its file. */
const envelopeBytes = 16 * 1024;

/** Streams to disk while hashing; stops with file_too_large one byte past the limit. A file that failed is removed. */
async function save(stream: Readable, tempDir: string, filename: string, actor: Actor): Promise<UploadedFile> {
  const path = join(tempDir, `${randomUUID()}.upload`);
  const limit = maxFileBytes(actor.user.tier);
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      if (bytes > limit) done(tooLarge(actor.user.tier));
      else done(null, chunk);
    },
  });
  try {
    await pipeline(stream, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return new UploadedFile({ path, filename, bytes, sha256: hash.digest('hex') });
}

function refuseByLength(req: Request, actor: Actor, extra: number): void {
  const length = Number(req.headers['content-length'] ?? 0);
  if (length > maxFileBytes(actor.user.tier) + extra) throw tooLarge(actor.user.tier);
}

/** The one file of a multipart body, field `file`, on disk. The caller is known before the first byte is kept. */
export async function receiveMultipart(req: Request, res: Response, tempDir: string, actor: Actor): Promise<UploadedFile> {
  if (req.is('multipart/form-data') === false) throw new AppError('unsupported_media_type', 'Send the file as multipart/form-data, field file.');
  refuseByLength(req, actor, envelopeBytes);
  let saved: UploadedFile | null = null;
  const storage: StorageEngine = {
    _handleFile: (_req, file, done) => {
      // Multer decodes names as Latin-1; browsers send UTF-8.
      save(file.stream, tempDir, Buffer.from(file.originalname, 'latin1').toString('utf8'), actor).then(
        (uploaded) => {
          saved = uploaded;
          done(null, { size: uploaded.bytes });
        },
        (error: unknown) => done(error),
      );
    },
    _removeFile: (_req, _file, done) => {
      if (saved === null) return done(null);
      rm(saved.path, { force: true }).then(() => done(null), done);
    },
  };
  const receive = multer({ storage, limits: { files: 1, fields: 0, parts: 2, headerPairs: 20 } }).single('file');
  try {
    await new Promise<void>((resolve, reject) => {
      const gone = () => reject(new AppError('canceled', 'The upload was canceled.'));
      res.once('close', gone);
      receive(req, res, (error: unknown) => {
        res.off('close', gone);
        if (error === undefined || error === null) resolve();
        else reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
  } catch (error) {
    throw uploadError(error);
  }
  if (saved === null) throw new AppError('invalid_input', 'No file was sent.', { errors: [{ field: 'file', message: 'Send one file in the field file.' }] });
  return saved;
}

/** A whole body that is the file itself. */
export async function receiveBody(req: Request, tempDir: string, actor: Actor): Promise<UploadedFile> {
  refuseByLength(req, actor, 0);
  return save(req, tempDir, 'body.csv', actor).catch((error: unknown) => {
    throw uploadError(error);
  });
}

function uploadError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof MulterError) {
    return new AppError('invalid_input', 'Send exactly one file, in the field file.', { errors: [{ field: error.field ?? 'file', message: error.message }] });
  }
  if (error instanceof Error && /premature close|aborted|unexpected end/i.test(error.message)) return new AppError('canceled', 'The upload was canceled.', {}, { cause: error });
  if (error instanceof Error && /boundary|malformed|header/i.test(error.message)) return new AppError('malformed_request', 'The multipart body cannot be read.', {}, { cause: error });
  return new AppError('internal', 'The upload could not be stored.', {}, { cause: error });
}
