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
    let count = 0;
    for (const byte of buffer.subarray(0, bytesRead)) {
      if (byte === newline) count = 0;
      else if (delimiters.has(byte) && ++count > wide) return 'one';
    }
    return 'all';
  } finally {
    await file.close();
  }
}
