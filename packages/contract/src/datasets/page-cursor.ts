import { hash } from 'ohash';
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
    new RegExp(`^${kind} (\\d{1,15}) ([\\w-]{11})$`).exec(textOf(cursor)) ?? [];
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

/**
 * 66 bits of SHA-256, whatever the order of its fields and with none for a field that is undefined:
 * it tells questions apart, and protects nothing.
 */
const digestOf = (question: object): string =>
  hash(JSON.parse(JSON.stringify(question))).slice(0, 11);
