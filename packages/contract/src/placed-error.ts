import type { ErrorDetails } from './error-details.ts';
import { AppError, type ErrorCode } from './errors.ts';

/** How a message ends that is about a part of a text, whose first character has this number. */
const endOf = (from: number): string => ` (character ${from})`;

/** An error about a part of a text that was sent, counted from 1; its message names the place. */
export const placedError = (
  code: ErrorCode,
  message: string,
  details: ErrorDetails & { readonly from: number },
): AppError => new AppError(code, `${message}${endOf(details.from)}`, details);

/** What a message says before the place with which it ends, where it is named in other words. */
export function messageWithoutPlace({ message, details: { from } }: AppError): string {
  const end = from === undefined ? '' : endOf(from);
  return message.endsWith(end) ? message.slice(0, message.length - end.length) : message;
}
