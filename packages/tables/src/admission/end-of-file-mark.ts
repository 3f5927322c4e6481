import { open } from 'node:fs/promises';

/** With this byte programs of DOS and CP/M end a text, the latter as often as fills a block. */
const endOfFile = 0x1a;
const mayFollow: ReadonlySet<number> = new Set([endOfFile, 0, 10, 13]);
const lookedBytes = 64 * 1024;

/** Where the text ends before such a mark, in bytes; null where there is none. */
export async function endBeforeMark(path: string): Promise<number | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - lookedBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    let end: number | null = null;
    for (let at = bytesRead - 1; at >= 0 && mayFollow.has(buffer[at] ?? 1); at--)
      if (buffer[at] === endOfFile) end = from + at;
    return end;
  } finally {
    await file.close();
  }
}
