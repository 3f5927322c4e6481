import { AppError } from '@columnist/contract';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { FileToRead } from '../define-format.ts';
import { utf16Of } from '../look-at-file.ts';

/**
 * The path of a text in UTF-8: the file itself, or what is written of one in UTF-16. Throws invalid_file.
 */
export async function inUtf8({
  path,
  head,
  taken,
}: Pick<FileToRead, 'path' | 'head' | 'taken'>): Promise<string> {
  const encoding = utf16Of(head);
  if (encoding === null) return path;
  await pipeline(
    createReadStream(path),
    async function* (chunks: AsyncIterable<Buffer>) {
      const decoder = new TextDecoder(encoding, { fatal: true });
      try {
        for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
        yield decoder.decode();
      } catch (error) {
        if (error instanceof TypeError) throw broken();
        throw error;
      }
    },
    createWriteStream(taken),
  );
  return taken;
}

const broken = (): AppError =>
  new AppError('invalid_file', 'The text begins as UTF-16 does, and is not UTF-16.', {
    row: 1,
    fix: 'Save it as UTF-8, then import it again.',
  });
