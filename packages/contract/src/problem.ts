import { z } from 'zod';
import { errors, secondFactors, type AppError, type ErrorCode } from './errors.ts';

const isErrorCode = (name: string): name is ErrorCode => Object.hasOwn(errors, name);

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
    errors: z.array(z.object({ field: z.string(), message: z.string() })).exactOptional(),
    row: z.int().exactOptional(),
    column: z.string().exactOptional(),
    from: z.int().exactOptional(),
    to: z.int().exactOptional(),
    suggestions: z.array(z.string()).exactOptional(),
    retry_after: z.number().exactOptional(),
    used: z.int().exactOptional(),
    limit: z.int().exactOptional(),
    reset: z.iso.datetime().exactOptional(),
    ticket: z.string().exactOptional(),
    factors: z.array(z.enum(secondFactors)).exactOptional(),
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
