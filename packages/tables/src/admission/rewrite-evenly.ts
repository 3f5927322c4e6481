import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { RecordScanner } from './scan-records.ts';

const CR = 13;
const LF = 10;
const lineEnd = Buffer.from('\n');

/**
 * Writes the same records, byte for byte, each ended by one LF and without the blank lines between
 * them.
 */
export async function rewriteEvenly(
  chunks: AsyncIterable<Buffer>,
  delimiter: string,
  to: string,
): Promise<void> {
  const ends: { fields: number; at: number }[] = [];
  const scanner = new RecordScanner(delimiter, {
    onRecord: (fields, at) => ends.push({ fields, at }),
  });
  await pipeline(async function* () {
    let [afterCr, isOpen] = [false, false];
    for await (const chunk of chunks) {
      const pieces: Buffer[] = [];
      ends.length = 0;
      scanner.push(chunk);
      let from: number = afterCr && chunk[0] === LF ? 1 : 0;
      for (const { fields, at } of ends) {
        if (fields > 0) pieces.push(chunk.subarray(from, at), lineEnd);
        from = chunk[at] === CR && chunk[at + 1] === LF ? at + 2 : at + 1;
      }
      pieces.push(chunk.subarray(from));
      if (chunk.length > 0) isOpen = from < chunk.length;
      afterCr = from === chunk.length && chunk.at(-1) === CR;
      yield Buffer.concat(pieces);
    }
    // DuckDB reads a blank line below the last one as a row where another row is of empty quotes.
    if (isOpen) yield lineEnd;
  }, createWriteStream(to));
}
