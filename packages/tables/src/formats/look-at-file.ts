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

/** The encoding that the mark at the beginning of a text names, where that is UTF-16. */
export const utf16Of = (head: Buffer): 'utf-16le' | 'utf-16be' | null =>
  head.length < 2
    ? null
    : (({ 0xfffe: 'utf-16le', 0xfeff: 'utf-16be' } as const)[head.readUInt16BE()] ?? null);

/** The first characters of a text; nothing of what is none. */
export function textOfHead(head: Buffer): string {
  const encoding = utf16Of(head);
  if (encoding !== null) return new TextDecoder(encoding).decode(head);
  return head.includes(0) ? '' : head.toString('utf8');
}
