import { AppError, errors, problemOf, type FieldError, type Problem } from '@columnist/contract';
import type { Quota, RateLimit, ServiceContext } from '@columnist/core';
import { TRPCError, initTRPC } from '@trpc/server';
import { z } from 'zod';

/** What a door hands over with each call. */
export interface CallContext {
  readonly service: ServiceContext;
  readonly door: 'trpc' | 'rest' | 'mcp';
  /** Facts for the answer's headers, told once the call has been counted. */
  readonly onCounted: (counted: { rate?: RateLimit; quota?: Quota }) => void;
}

/** Any error as the one kind a caller may see; what is not ours stays in the log. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof TRPCError) {
    if (error.cause instanceof AppError) return error.cause;
    if (error.cause instanceof z.core.$ZodError) return error.code === 'BAD_REQUEST' ? invalidInput(error.cause) : new AppError('internal', somethingWrong, {}, { cause: error });
    if (error.code === 'NOT_FOUND') return new AppError('not_found', 'There is no such call.');
    if (error.code === 'METHOD_NOT_SUPPORTED') return new AppError('method_not_allowed', 'This call needs another method.');
    if (error.code === 'PARSE_ERROR' || error.code === 'BAD_REQUEST') return new AppError('malformed_request', 'The request cannot be read.');
    if (error.code === 'UNSUPPORTED_MEDIA_TYPE') return new AppError('unsupported_media_type', 'Send application/json.');
  }
  if (error instanceof RangeError && /call stack/i.test(error.message)) return new AppError('too_complex', 'The input is nested too deeply.');
  return new AppError('internal', somethingWrong, {}, { cause: error });
}

const somethingWrong = 'Something went wrong on our side.';

function invalidInput(error: z.core.$ZodError): AppError {
  const fields: FieldError[] = flatten(error.issues);
  const [first] = fields;
  const where = first === undefined || first.field === '' ? '' : `${first.field}: `;
  return new AppError('invalid_input', `${where}${first?.message ?? 'The input is not valid.'}`, { errors: fields.slice(0, 50) });
}

/** One entry a wrong field; of a union, what its nearest member says. */
function flatten(issues: readonly z.core.$ZodIssue[], path: readonly PropertyKey[] = []): FieldError[] {
  return issues.flatMap((issue): FieldError[] => {
    const here = [...path, ...issue.path];
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      const nearest = [...issue.errors].sort((a, b) => a.length - b.length)[0] ?? [];
      return flatten(nearest, here);
    }
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ field: [...here, key].join('.'), message: 'There is no such field.' }));
    return [{ field: here.join('.'), message: issue.message }];
  });
}

/** The problem document of an error; what is unexpected goes to the log with the request's id. */
export function reportProblem(error: unknown, service: ServiceContext, path: string): Problem {
  const known = asAppError(error);
  if (known.code === 'internal') service.log.error({ err: known.cause ?? known, path, request: service.requestId }, 'call failed');
  return problemOf(known, service.requestId);
}

const t = initTRPC.context<CallContext>().create({
  isDev: false,
  errorFormatter: ({ shape, error, ctx, path }) => {
    const problem = ctx === undefined ? problemOf(asAppError(error), '') : reportProblem(error, ctx.service, path ?? '');
    return { message: problem.detail, code: shape.code, data: { code: errors[problem.code].trpc, httpStatus: problem.status, path, problem } };
  },
});

export const { router, createCallerFactory } = t;
export const base = t.procedure;
