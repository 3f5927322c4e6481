import { z } from 'zod';
import { errorDetails } from './error-details.ts';
import { errors, isErrorCode, type AppError } from './errors.ts';

const { fix: _fix, ...details } = errorDetails.shape;

/** RFC 9457 problem document: the body of every error on REST, and `error.data.problem` on tRPC. */
export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(Object.keys(errors).filter(isErrorCode)),
    request_id: z.string(),
    fix: z.string(),
    ...details,
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problem>;

export function problemOf(error: AppError, requestId: string): Problem {
  const entry = errors[error.code];
  return {
    type: 'about:blank',
    title: entry.title,
    status: entry.http,
    detail: error.message,
    code: error.code,
    request_id: requestId,
    fix: entry.hint,
    ...error.details,
  };
}
