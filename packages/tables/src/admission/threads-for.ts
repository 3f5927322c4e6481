import { open } from 'node:fs/promises';

const delimiters: ReadonlySet<number> = new Set(Buffer.from(',;\t|'));
const newline = 0x0a;
/** Bytes that are looked at, and delimiters of a line from which on a table is wide. */
const [looked, wide] = [256 * 1024, 500];

/**
 * How many threads read a file: one where it is wide. Each thread holds 2,048 cells of every column,
 * in every step of an expression: two threads took 4 GB for 2,000 columns of 600 rows, and no less
 * time than one.
 */
export async function threadsFor(source: string): Promise<'one' | 'all'> {
  const file = await open(source);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(looked), 0, looked, 0);
    for (let from = 0; from < bytesRead;) {
      const at = buffer.subarray(0, bytesRead).indexOf(newline, from);
      const end = at === -1 ? bytesRead : at;
      if (delimitersIn(buffer.subarray(from, end)) > wide) return 'one';
      from = end + 1;
    }
    return 'all';
  } finally {
    await file.close();
  }
}

function delimitersIn(line: Uint8Array): number {
  // Most lines are too short for so many, and need no look.
  if (line.length <= wide) return 0;
  let count = 0;
  for (const byte of line) if (delimiters.has(byte)) count += 1;
  return count;
}
