import { AppError } from '../errors.ts';

/** What a page is of; rows of a view, or what a statement answers. */
type Paged = 'rows' | 'sql';

/**
 * Where a page goes on, opaque to the caller. It names its question by a short digest: the place of
 * one list is no place in another.
 */
export const writePageCursor = (kind: Paged, question: object, offset: number): string =>
  btoa(`${kind} ${offset} ${digestOf(question)}`)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The offset of a cursor. Throws invalid_input for one that is none, or of another question. */
export function readPageCursor(kind: Paged, question: object, cursor: string): number {
  const [, offset, digest] =
    new RegExp(`^${kind} (\\d{1,15}) ([0-9a-z]{1,11})$`).exec(textOf(cursor)) ?? [];
  if (offset === undefined) throw invalid('This cursor is not one of ours.');
  if (digest !== digestOf(question))
    throw invalid(
      kind === 'sql'
        ? 'This cursor is of another statement.'
        : 'This cursor is of another dataset, view or choice of columns.',
    );
  return Number(offset);
}

const invalid = (message: string): AppError =>
  new AppError('invalid_input', message, {
    errors: [
      {
        field: 'cursor',
        message: 'Use next_cursor of the page before of the same question, or leave it out.',
      },
    ],
  });

function textOf(cursor: string): string {
  try {
    return atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}

/** 53 bits: it tells questions apart and protects nothing. cyrb53 of bryc, in the public domain. */
function digestOf(question: object): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const sign of JSON.stringify(inOrder(question))) {
    const code = sign.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  const mixed = (a: number, b: number): number =>
    Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  const [first, second] = [mixed(high, low), mixed(low, high)];
  return (4294967296 * (2097151 & second) + (first >>> 0)).toString(36);
}

/** With the fields of every object in the order of their names. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, one]) => [name, inOrder(one)]),
      )
    : value;
}
