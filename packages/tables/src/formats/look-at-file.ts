import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import type { UnknownFile } from './define-format.ts';

const headBytes = 4096;

/** The ending of a name in lower case, without the dot. */
export const endingOf = (name: string): string => extname(name).slice(1).toLowerCase();

/** Looks at the first bytes of a file and at its name. */
export async function lookAtFile(path: string, filename: string | null): Promise<UnknownFile> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const ending = extname(filename ?? '')
      .slice(1)
      .toLowerCase();
    return { path, head: buffer.subarray(0, bytesRead), ending };
  } finally {
    await file.close();
  }
}
