import { endingOf } from '@columnist/contract';
import { open } from 'node:fs/promises';
import type { UnknownFile } from './define-format.ts';

const headBytes = 4096;

/** Looks at the first bytes of a file and at its name. */
export async function lookAtFile(path: string, filename: string | null): Promise<UnknownFile> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const name = filename ?? '';
    const ending = endingOf(name);
    const endingWithin = endingOf(name.slice(0, name.length - ending.length - 1));
    return { path, head: buffer.subarray(0, bytesRead), ending, endingWithin };
  } finally {
    await file.close();
  }
}

/** UTF-16 by the mark at the beginning of a text, or by the zeros beside its first two signs. */
export function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = head;
  if ((first === 0xff && second === 0xfe) || (isAscii(first, third) && second + fourth === 0))
    return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (isAscii(second, fourth) && first + third === 0))
    return 'utf-16be';
  return null;
}

const isAscii = (...signs: readonly number[]): boolean =>
  signs.every((sign) => sign >= 0x09 && sign < 0x7f);

/** The first characters of a text; nothing of what is none. */
export function textOfHead(head: Buffer): string {
  const encoding = utf16Of(head);
  if (encoding !== null) return new TextDecoder(encoding).decode(head);
  return head.includes(0) ? '' : head.toString('utf8');
}
