import { problemOf, type AppError } from '@columnist/contract';
import type { ErrorRequestHandler, Response } from 'express';
import { reportError, type ErrorPlace } from '../report-error.ts';

/** The id the host gave this request. */
export const requestIdOf = (res: Response): string => String(res.getHeader('X-Request-Id') ?? '');

/** Answers an error as a problem document (RFC 9457), with the headers that go with its code. */
export function sendProblem(res: Response, error: AppError): void {
  if (res.headersSent || res.destroyed) return;
  const problem = problemOf(error, requestIdOf(res));
  const { code, limit, used, reset, retry_after: retryAfter } = problem;
  if (retryAfter !== undefined) res.setHeader('Retry-After', retryAfter);
  if (problem.status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  if (code === 'rate_limited' && limit !== undefined)
    res
      .setHeader('RateLimit-Limit', limit)
      .setHeader('RateLimit-Remaining', 0)
      .setHeader('RateLimit-Reset', retryAfter ?? 0);
  if (code === 'quota_exceeded' && limit !== undefined)
    res
      .setHeader('Quota-Limit', limit)
      .setHeader('Quota-Used', used ?? limit)
      .setHeader('Quota-Reset', reset ?? '');
  res.status(problem.status).setHeader('Content-Type', 'application/problem+json');
  res.send(Buffer.from(JSON.stringify(problem)));
}

/** Last handler of a host: whatever was thrown becomes a problem document. */
export function answerErrors(log: ErrorPlace['log']): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    sendProblem(res, reportError(error, { log, requestId: requestIdOf(res) }, req.path));
  };
}
