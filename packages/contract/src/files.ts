import { z } from 'zod';

/**
 * A file that a door has received and written to disk. A class, so that no JSON body can pretend to
 * be one:
 * only the process that streamed the bytes can make an instance.
 */
export class UploadedFile {
  /** Where the bytes are; the receiver owns the file and removes it. */
  readonly path: string;
  /** The client's name for it, untrusted. */
  readonly filename: string;
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;

  constructor(file: { path: string; filename: string; bytes: number; sha256: string }) {
    this.path = file.path;
    this.filename = file.filename;
    this.bytes = file.bytes;
    this.sha256 = file.sha256;
  }
}

/** A file to send: its bytes are on this machine. */
export class FileDownload {
  readonly path: string;
  readonly filename: string;
  readonly contentType: string;
  /** Made for this answer alone: removed once it is sent. */
  readonly temporary: boolean;
  /** What the file could not take along, in sentences. */
  readonly notes: readonly string[];

  constructor(file: {
    path: string;
    filename: string;
    contentType: string;
    temporary?: boolean;
    notes?: readonly string[];
  }) {
    this.path = file.path;
    this.filename = file.filename;
    this.contentType = file.contentType;
    this.temporary = file.temporary ?? false;
    this.notes = file.notes ?? [];
  }
}

/**
 * A file that is made while it is sent. Closing it before its end, as a stream that is destroyed
 * does, stops the work.
 */
export class StreamDownload {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly filename: string;
  readonly contentType: string;

  constructor(file: { chunks: AsyncIterable<Uint8Array>; filename: string; contentType: string }) {
    this.chunks = file.chunks;
    this.filename = file.filename;
    this.contentType = file.contentType;
  }
}

const binary = { type: 'string', contentMediaType: 'application/octet-stream' } as const;
export const uploadedFile = z.instanceof(UploadedFile).meta(binary);
export const fileDownload = z.instanceof(FileDownload).meta(binary);
export const streamDownload = z.instanceof(StreamDownload).meta(binary);
/** The same, of lines of text. */
export const csvDownload = z.instanceof(StreamDownload).meta(binary);
