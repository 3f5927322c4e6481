import { open, rm, writeFile } from 'node:fs/promises';
import type { Preview } from './inputs.ts';
import { detectEncoding } from './identify-content.ts';
import type { StatedReading } from './stated-reading.ts';
import { prepareText, type PreparedText, type TextSource } from './prepare-text.ts';
import { anotherWay, readUtf8 } from './read-utf8.ts';
import { readTextTable } from './read-text-table.ts';
import { splitLines } from './text-lines.ts';
import { packingOf, unpack } from './unpack.ts';

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
  const temporary = {
    unpacked: `${scratch}.headunpacked`,
    utf8: `${scratch}.headutf8`,
    lines: `${scratch}.headlines`,
  };
  try {
    await writeFile(head, await wholeLines(await unpacked(source, temporary.unpacked)));
    const read = await readable(head, { stated: stated.encoding }, temporary);
    const lines: string[] = [];
    for await (const chunk of readUtf8(read))
      lines.push(...splitLines(chunk.toString('utf8')).map((line) => line.text));
    const { rows } = await readTextTable(head, stated, scratch);
    return {
      firstLine: 1,
      lines: lines.slice(0, shownLines).map((line) => line.slice(0, shownLength)),
      rows: rows.slice(0, shownRows).map((row) => row.map((cell) => cell.slice(0, shownLength))),
    };
  } finally {
    await Promise.all([head, ...Object.values(temporary)].map((path) => rm(path, { force: true })));
  }
}

/** The text in the way in which its first bytes can be read. */
async function readable(
  path: string,
  how: Omit<TextSource, 'path'>,
  temporary: Parameters<typeof prepareText>[1],
): Promise<PreparedText> {
  const text = await prepareText({ path, ...how }, temporary);
  try {
    await firstChunk(text);
    return text;
  } catch (error) {
    const way = anotherWay(error, how);
    if (way === null) throw error;
    return readable(path, { ...how, ...way }, temporary);
  }
}

async function firstChunk(text: PreparedText): Promise<void> {
  for await (const chunk of readUtf8(text)) if (chunk.length > 0) return;
}

/** The file itself, or what is in it. */
async function unpacked(source: string, to: string): Promise<string> {
  const packing = packingOf(await firstBytes(source, 4));
  if (packing === null) return source;
  await unpack(source, packing, to);
  return to;
}

/** The first bytes up to a line end. */
async function wholeLines(source: string): Promise<Buffer> {
  const read = await firstBytes(source, headBytes);
  const last = Math.max(read.lastIndexOf(10), read.lastIndexOf(13));
  if (read.length < headBytes || last === -1) return read;
  const { encoding } = detectEncoding(read);
  const width = encoding.startsWith('utf-32') ? 4 : encoding.startsWith('utf-16') ? 2 : 1;
  return read.subarray(0, Math.ceil((last + 1) / width) * width);
}

async function firstBytes(source: string, count: number): Promise<Buffer> {
  const file = await open(source);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
