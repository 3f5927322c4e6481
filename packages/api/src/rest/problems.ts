import { AppError, problemOf } from '@columnist/contract';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { reportError, type ErrorPlace } from '../report-error.ts';

/**
 * The rest of a refused body is read and dropped, for a client that sends all of it before it reads
 * would lose our answer:
 * up to more bytes than any file may have, and no longer than so many seconds.
 */
const linger = { bytes: 128 * 1024 * 1024, seconds: 180 };

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
  if (!res.req.complete) dropRest(res.req);
  res.status(problem.status).setHeader('Content-Type', 'application/problem+json');
  res.send(Buffer.from(JSON.stringify(problem)));
}

function dropRest(req: Request): void {
  let dropped = 0;
  // What was to read it has given up, and would hold it back.
  req.unpipe();
  req.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > linger.bytes) req.destroy();
  });
  const timer = setTimeout(() => req.destroy(), linger.seconds * 1000);
  req.once('close', () => clearTimeout(timer));
}

/** Last handler of a host: whatever was thrown becomes a problem document. */
export function answerErrors(log: ErrorPlace['log']): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    sendProblem(
      res,
      ofExpress(error) ?? reportError(error, { log, requestId: requestIdOf(res) }, req.path),
    );
  };
}

/** What Express and its body parser throw, recognised by `status` and `type`. */
function ofExpress(error: unknown): AppError | null {
  if (error instanceof URIError)
    return new AppError('malformed_request', 'The address is not well-formed.');
  if (!(error instanceof Error) || !('status' in error) || !('type' in error)) return null;
  const cause = { cause: error };
  if (error.type === 'entity.parse.failed')
    return new AppError('malformed_request', 'The body is not well-formed JSON.', {}, cause);
  if (error.type === 'request.aborted')
    return new AppError('canceled', 'The request was canceled.', {}, cause);
  if (error.status === 413)
    return new AppError('request_too_large', 'The body is too large for this call.', {}, cause);
  if (error.status === 415)
    return new AppError('unsupported_media_type', 'Send application/json in UTF-8.', {}, cause);
  return error.status === 400
    ? new AppError('malformed_request', 'The body cannot be read.', {}, cause)
    : null;
}
