import { AppError } from '@columnist/contract';
import { z } from 'zod';

/** A page's next_cursor: where the next one starts, opaque to the caller. */
export const writeCursor = (...parts: readonly string[]): string =>
  Buffer.from(parts.join(' ')).toString('base64url');

/**
 * The parts of a cursor that came back. Throws invalid_input for one that writeCursor has not made
 * for this call.
 */
export function readCursor<Parts>(cursor: string, parts: z.ZodType<Parts>): Parts {
  const read = parts.safeParse(Buffer.from(cursor, 'base64url').toString().split(' '));
  if (read.success) return read.data;
  throw new AppError('invalid_input', 'This cursor is not one of ours.', {
    errors: [{ field: 'cursor', message: 'Use next_cursor of the page before, or leave it out.' }],
  });
}
