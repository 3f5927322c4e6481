import { open, rm, writeFile } from 'node:fs/promises';
import type { Preview } from './inputs.ts';
import type { StatedReading } from './look-at-text.ts';
import { prepareText, NotUtf8, readUtf8 } from './prepare-text.ts';
import { readTextTable } from './read-text-table.ts';
import { splitLines } from './text-lines.ts';

const headBytes = 128 * 1024;
const [shownLines, shownRows, shownLength] = [40, 12, 500];

/**
 * How the beginning of a file looks and is read; `scratch` is the path of temporary files. Throws
 * invalid_file.
 */
export async function previewFile(
  source: string,
  stated: StatedReading,
  scratch: string,
): Promise<Preview> {
  const head = `${scratch}.head`;
  const utf8 = `${scratch}.headutf8`;
  try {
    await writeFile(head, await wholeLines(source));
    const text = await prepareText(head, utf8, stated.encoding);
    const { path, skip } = await firstChunk(text).then(
      () => text,
      async (error: unknown) => {
        if (error instanceof NotUtf8) return prepareText(head, utf8, undefined, true);
        throw error;
      },
    );
    const lines: string[] = [];
    for await (const chunk of readUtf8(path, skip))
      lines.push(...splitLines(chunk.toString('utf8')).map((line) => line.text));
    const { rows } = await readTextTable(head, stated, scratch);
    return {
      lines: lines.slice(0, shownLines).map((line) => line.slice(0, shownLength)),
      rows: rows.slice(0, shownRows).map((row) => row.map((cell) => cell.slice(0, shownLength))),
    };
  } finally {
    await Promise.all([head, utf8].map((path) => rm(path, { force: true })));
  }
}

async function firstChunk({ path, skip }: { path: string; skip: number }): Promise<void> {
  for await (const chunk of readUtf8(path, skip)) if (chunk.length > 0) return;
}

/** The first bytes up to a line end. */
async function wholeLines(source: string): Promise<Buffer> {
  const file = await open(source);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const read = buffer.subarray(0, bytesRead);
    const last = Math.max(read.lastIndexOf(10), read.lastIndexOf(13));
    return bytesRead < headBytes || last === -1
      ? read
      : read.subarray(0, last + 1 + (read[last + 1] === 0 ? 1 : 0));
  } finally {
    await file.close();
  }
}
