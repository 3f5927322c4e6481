import { AppError } from '@columnist/contract';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import type { UnknownFile } from '../define-format.ts';

export const isZip = ({ head }: Pick<UnknownFile, 'head'>): boolean =>
  head.length >= 4 && (head.readUInt32LE(0) === 0x04034b50 || head.readUInt32LE(0) === 0x06054b50);

/** Files in an archive at most. */
const mostEntries = 10_000;
/** A file is at most so many times as large as what it is packed in; from this size on. */
const [mostRatio, ratioFrom] = [250, 4 * 1024 * 1024];

export interface ArchiveEntry {
  readonly name: string;
  /** Bytes as the archive states them; no more are given out. */
  readonly bytes: number;
  /** Its bytes, unpacked while they are read. Throws invalid_file. */
  readonly chunks: () => AsyncGenerator<Buffer>;
}

/** The files of a ZIP archive by their names, in the order of the archive. */
export interface Archive {
  readonly entries: ReadonlyMap<string, ArchiveEntry>;
  readonly close: () => void;
}

/**
 * Opens a ZIP archive without unpacking anything. What is encrypted, lies inside another file,
 * has a name that leads out of the archive or is packed too densely is refused. Throws
 * invalid_file.
 */
export async function openArchive(path: string, mostBytes: number): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw damaged(error);
  });
  try {
    const entries = new Map<string, ArchiveEntry>();
    const places: { from: number; to: number }[] = [];
    const budget = { left: mostBytes };
    for (const entry of await entriesOf(zip)) {
      if (entry.fileName.endsWith('/')) continue;
      if (entry.isEncrypted())
        throw refused('The archive is protected by a password.', 'Save it without a password.');
      if (entries.has(entry.fileName))
        throw refused(
          `The archive holds two files of the name ${entry.fileName}.`,
          'Pack them again under different names.',
        );
      places.push({
        from: entry.relativeOffsetOfLocalHeader,
        to: entry.relativeOffsetOfLocalHeader + entry.compressedSize,
      });
      entries.set(entry.fileName, {
        name: entry.fileName,
        bytes: entry.uncompressedSize,
        chunks: () => chunksOf(zip, entry, budget, mostBytes),
      });
    }
    places.sort((a, b) => a.from - b.from);
    if (places.some(({ from }, i) => i > 0 && from < (places[i - 1]?.to ?? 0)))
      throw refused(
        'Files of the archive lie inside one another, which no program writes.',
        'Pack them again.',
      );
    return { entries, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Opens an archive, lets `work` read it and closes it. Throws invalid_file. */
export async function withArchive<Result>(
  path: string,
  mostBytes: number,
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  const archive = await openArchive(path, mostBytes);
  try {
    return await work(archive);
  } finally {
    archive.close();
  }
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > mostEntries)
    throw refused(
      `The archive holds ${zip.entryCount} files; at most ${mostEntries} are read.`,
      'Pack fewer files.',
    );
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry);
  } catch (error) {
    const name = /relative path: (.*)|absolute path: (.*)|invalid characters/.exec(
      error instanceof Error ? error.message : '',
    );
    if (name === null) throw damaged(error);
    throw refused(
      'A file of the archive has a name that leads out of it.',
      'Pack the files again, without the names of folders above them.',
    );
  }
  return entries;
}

async function* chunksOf(
  zip: ZipFile,
  entry: Entry,
  budget: { left: number },
  mostBytes: number,
): AsyncGenerator<Buffer> {
  if (!entry.canDecodeFileData())
    throw refused(
      `${entry.fileName} is packed in a way that is not read.`,
      'Pack it with the usual method (Deflate).',
    );
  let [unpacked, checksum] = [0, 0];
  let stream: Readable | null = null;
  try {
    stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) continue;
      unpacked += chunk.length;
      budget.left -= chunk.length;
      if (budget.left < 0)
        throw refused(
          `The file holds more than ${Math.round(mostBytes / 1024 / 1024)} MB unpacked.`,
          'Split it into several files.',
        );
      if (unpacked > ratioFrom && unpacked > mostRatio * entry.compressedSize)
        throw refused(
          `${entry.fileName} is more than ${mostRatio} times as large unpacked, which no table is.`,
          'Unpack it, and import the file itself.',
        );
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    if (checksum !== entry.crc32)
      throw refused(
        `${entry.fileName} is damaged: its bytes do not have the checksum that the archive states.`,
        'Save or pack it again, then import it.',
      );
  } catch (error) {
    throw error instanceof AppError ? error : damaged(error);
  } finally {
    stream?.destroy();
  }
}

const refused = (message: string, fix: string): AppError =>
  new AppError('invalid_file', message, { fix });

const damaged = (cause: unknown): AppError =>
  new AppError(
    'invalid_file',
    'The archive or workbook is damaged or ends too early.',
    { fix: 'Save or pack it again, then import it.' },
    { cause },
  );
