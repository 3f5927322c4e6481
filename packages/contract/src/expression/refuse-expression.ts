import type { ErrorDetails } from '../error-details.ts';
import { AppError } from '../errors.ts';
import type { Span } from './syntax.ts';

/** Ends with invalid_expression, which names the characters (counted from 1) and what to do. */
export function refuseExpression(
  message: string,
  { from, to }: Span,
  details: Pick<ErrorDetails, 'fix' | 'suggestions'> = {},
): never {
  throw new AppError('invalid_expression', `${message} (character ${from + 1})`, {
    ...details,
    from: from + 1,
    to: Math.max(to, from + 1),
  });
}
