import type { ErrorDetails } from '../error-details.ts';
import { placedError } from '../placed-error.ts';
import type { Span } from './syntax.ts';

/** Ends with invalid_expression, which names the characters (counted from 1) and what to do. */
export function refuseExpression(
  message: string,
  { from, to }: Span,
  details: Pick<ErrorDetails, 'fix' | 'suggestions'> = {},
): never {
  throw placedError('invalid_expression', message, {
    ...details,
    from: from + 1,
    to: Math.max(to, from + 1),
  });
}
