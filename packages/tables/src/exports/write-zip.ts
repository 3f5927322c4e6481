import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** An entry of an archive: its text, text that is made while it is written, or a file. */
export type ZipEntry =
  | { readonly text: string }
  | { readonly texts: AsyncIterable<string> }
  | { readonly file: string };

/** Writes an archive; fails as its entries do. */
export async function writeZip(
  to: string,
  entries: Readonly<Record<string, ZipEntry>>,
): Promise<void> {
  const zip = new ZipFile();
  const { outputStream } = zip;
  const fail = (error: Error): void => {
    if (outputStream instanceof Readable) outputStream.destroy(error);
  };
  zip.on('error', fail);
  const made: Readable[] = [];
  for (const [name, entry] of Object.entries(entries))
    if ('text' in entry) zip.addBuffer(Buffer.from(entry.text), name);
    else if ('file' in entry) zip.addFile(entry.file, name);
    else {
      const stream = Readable.from(entry.texts);
      // The archive reads it and passes no error on, which would end the process.
      stream.on('error', fail);
      made.push(stream);
      zip.addReadStream(stream, name);
    }
  zip.end();
  try {
    await pipeline(outputStream, createWriteStream(to));
  } finally {
    // Where the file cannot be written, nobody reads on.
    for (const stream of made) stream.destroy();
  }
}
