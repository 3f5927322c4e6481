import { endingOf } from '@columnist/contract';
import { open } from 'node:fs/promises';
import type { UnknownFile } from './define-format.ts';

const headBytes = 4096;

/** Looks at the first bytes of a file and at its name. */
export async function lookAtFile(path: string, filename: string | null): Promise<UnknownFile> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const ending = endingOf(filename ?? '');
    return { path, head: buffer.subarray(0, bytesRead), ending };
  } finally {
    await file.close();
  }
}
