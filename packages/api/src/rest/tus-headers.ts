import { AppError } from '@columnist/contract';
import type { AnnouncedFile } from '@columnist/core';
import { Metadata, TUS_RESUMABLE } from '@tus/server';
import type { Request } from 'express';

const bytesType = 'application/offset+octet-stream';

const wrong = (field: string, message: string): AppError =>
  new AppError('invalid_input', message, { errors: [{ field, message }] });

/** Throws malformed_request where a request is of another version of the protocol, or of none. */
export function requireProtocol(req: Request): void {
  if (req.get('tus-resumable') === TUS_RESUMABLE) return;
  throw new AppError('malformed_request', `Send the header Tus-Resumable: ${TUS_RESUMABLE}.`, {
    fix: 'Send files by the protocol tus 1.0, or whole to POST /api/v1/datasets.',
  });
}

/** What is announced of a file. Throws invalid_input. */
export function announcedFile(req: Request): AnnouncedFile {
  if (req.get('upload-defer-length') !== undefined)
    throw wrong('Upload-Defer-Length', 'State the length of the file in Upload-Length.');
  const length = req.get('upload-length') ?? '';
  if (!/^\d{1,15}$/.test(length))
    throw wrong('Upload-Length', 'State the bytes of the whole file in Upload-Length.');
  return { filename: filenameOf(req.get('upload-metadata')), bytes: Number(length) };
}

function filenameOf(metadata: string | undefined): string {
  try {
    const name = Metadata.parse(metadata)['filename'];
    if (typeof name === 'string' && name.trim() !== '') return name;
  } catch {
    // No pairs of names and base64: it says no more than if it were not there.
  }
  throw wrong(
    'Upload-Metadata',
    'Name the file in Upload-Metadata: filename and its name as base64 of UTF-8.',
  );
}

/** Throws unsupported_media_type, invalid_input. */
export function requireBytes(req: Request): void {
  if (req.is(bytesType) !== bytesType)
    throw new AppError('unsupported_media_type', `Send the bytes as ${bytesType}.`);
  if (!/^\d{1,15}$/.test(req.get('upload-offset') ?? ''))
    throw wrong('Upload-Offset', 'State in Upload-Offset where the bytes begin.');
}

/** What the library refuses, as one of our errors. */
export function refusalOf(status: number, text: string, failure: unknown): Error {
  if (failure instanceof Error) return failure;
  if (status === 404 || status === 410)
    return new AppError('not_found', 'There is no such upload, or it has ended.', {
      fix: 'Begin it again.',
    });
  if (status === 409)
    return new AppError('conflict', 'The bytes do not begin where those that are here end.', {
      fix: 'Ask with HEAD for Upload-Offset, then send the bytes from there.',
    });
  if (status === 413)
    return new AppError('request_too_large', 'More bytes were sent than Upload-Length states.');
  if (status >= 500)
    return new AppError(
      'unavailable',
      'The bytes could not be written.',
      { retry_after: 5, fix: 'Ask with HEAD for Upload-Offset, then go on from there.' },
      { cause: new Error(text) },
    );
  return /aborted/i.test(text)
    ? new AppError('canceled', 'Another request went on with this upload.')
    : new AppError('malformed_request', text.trim());
}
