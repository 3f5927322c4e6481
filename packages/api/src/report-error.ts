import { AppError, callsInBatch } from '@columnist/contract';
import type { ServiceContext } from '@columnist/core';
import { TRPCError } from '@trpc/server';

/** Where an error happened, for the log. */
export interface ErrorPlace {
  readonly log: ServiceContext['log'];
  readonly requestId: string;
}

/** Any error as the one kind a caller may see. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof TRPCError)
    return error.cause instanceof AppError ? error.cause : ofProtocol(error);
  if (error instanceof Error && error.name === 'AbortError')
    return new AppError('canceled', 'The request was canceled.', {}, { cause: error });
  const read = ofExpress(error);
  if (read !== null) return read;
  if (isAway(error))
    return new AppError(
      'unavailable',
      'A part of the server does not answer at the moment.',
      { retry_after: 5 },
      { cause: error },
    );
  return new AppError('internal', 'Something went wrong on our side.', {}, { cause: error });
}

/**
 * Codes of the system, the network and its HTTP, of PostgreSQL (classes 08, 53 and 57P), and names
 * of the store's client.
 */
const awayCodes =
  /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|ENOSPC|EDQUOT|EMFILE|ENFILE|HPE_\w+|08\w{3}|53\w{3}|57P\w{2})$/;
const awayNames: ReadonlySet<string> = new Set([
  'TimeoutError',
  'NetworkingError',
  'SlowDown',
  'ServiceUnavailable',
  'InternalError',
]);
const awayMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/** Whether the database, the store or the disk is what fails. */
function isAway(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 5) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    awayCodes.test(code) ||
    awayNames.has(error.name) ||
    awayMessages.test(error.message) ||
    isAway(error.cause, depth + 1) ||
    (error instanceof AggregateError && error.errors.some((one) => isAway(one, depth + 1)))
  );
}

/** The same; what was not expected goes to the log, under the request's id, and nowhere else. */
export function reportError(error: unknown, place: ErrorPlace, path: string): AppError {
  const known = asAppError(error);
  if ((known.code === 'internal' || known.code === 'unavailable') && known.cause !== undefined)
    place.log.error({ err: known.cause, path, request: place.requestId }, 'call failed');
  return known;
}

/** What tRPC itself refuses, before a procedure runs. */
function ofProtocol(error: TRPCError): AppError {
  const { code } = error;
  if (code === 'NOT_FOUND')
    return new AppError('not_found', 'There is no such call.', {
      fix: 'See /api/docs for the calls there are.',
    });
  if (code === 'METHOD_NOT_SUPPORTED')
    return new AppError('method_not_allowed', 'This call needs another method.', {
      fix: 'Ask queries by GET, mutations by POST.',
    });
  if (code === 'BAD_REQUEST' && error.message.startsWith('Batch'))
    return new AppError('request_too_large', `One request holds at most ${callsInBatch} calls.`, {
      limit: callsInBatch,
      fix: 'Send the calls in several requests.',
    });
  if (code === 'PARSE_ERROR' || code === 'BAD_REQUEST')
    return new AppError('malformed_request', 'The request cannot be read.');
  if (code === 'UNSUPPORTED_MEDIA_TYPE')
    return new AppError('unsupported_media_type', 'Send application/json.');
  if (code === 'PAYLOAD_TOO_LARGE')
    return new AppError('request_too_large', 'The request is too large.');
  if (code === 'CLIENT_CLOSED_REQUEST')
    return new AppError('canceled', 'The request was canceled.');
  return new AppError(
    'internal',
    'Something went wrong on our side.',
    {},
    { cause: error.cause ?? error },
  );
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
