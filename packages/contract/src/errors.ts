// One table of all errors, and so one file.
import type { ErrorDetails } from './error-details.ts';

/**
 * What a code means on each door: the HTTP status, the tRPC code, and what the caller should do.
 */
export interface ErrorEntry {
  readonly http: number;
  readonly trpc:
    | 'BAD_REQUEST'
    | 'UNAUTHORIZED'
    | 'FORBIDDEN'
    | 'NOT_FOUND'
    | 'METHOD_NOT_SUPPORTED'
    | 'TIMEOUT'
    | 'CONFLICT'
    | 'PAYLOAD_TOO_LARGE'
    | 'UNSUPPORTED_MEDIA_TYPE'
    | 'UNPROCESSABLE_CONTENT'
    | 'TOO_MANY_REQUESTS'
    | 'CLIENT_CLOSED_REQUEST'
    | 'SERVICE_UNAVAILABLE'
    | 'INTERNAL_SERVER_ERROR';
  readonly title: string;
  readonly hint: string;
}

export const errors = {
  malformed_request: {
    http: 400,
    trpc: 'BAD_REQUEST',
    title: 'Malformed request',
    hint: 'Send well-formed JSON, or the multipart form the call documents.',
  },
  unauthenticated: {
    http: 401,
    trpc: 'UNAUTHORIZED',
    title: 'Not signed in',
    hint: 'Send a valid access token or API key.',
  },
  invalid_credentials: {
    http: 401,
    trpc: 'UNAUTHORIZED',
    title: 'Wrong e-mail or password',
    hint: 'Check the e-mail address and the password.',
  },
  second_factor_required: {
    http: 401,
    trpc: 'UNAUTHORIZED',
    title: 'Second factor required',
    hint: 'Send the ticket with a code, a recovery code or a passkey to complete the log-in.',
  },
  second_factor_failed: {
    http: 401,
    trpc: 'UNAUTHORIZED',
    title: 'Second factor not accepted',
    hint: 'Send the newest code, or a recovery code that was not used before.',
  },
  login_expired: {
    http: 401,
    trpc: 'UNAUTHORIZED',
    title: 'Log-in has ended',
    hint: 'Log in with e-mail and password again.',
  },
  forbidden: {
    http: 403,
    trpc: 'FORBIDDEN',
    title: 'Not allowed',
    hint: 'This credential may not make this call.',
  },
  plan_required: {
    http: 403,
    trpc: 'FORBIDDEN',
    title: 'Pro plan required',
    hint: 'Upgrade to Pro on the subscription page.',
  },
  email_unverified: {
    http: 403,
    trpc: 'FORBIDDEN',
    title: 'E-mail not verified',
    hint: 'Open the link in the verification message, then try again.',
  },
  dataset_limit_reached: {
    http: 403,
    trpc: 'FORBIDDEN',
    title: 'Dataset limit reached',
    hint: 'Delete a dataset or upgrade the plan.',
  },
  captcha_failed: {
    http: 403,
    trpc: 'FORBIDDEN',
    title: 'Captcha failed',
    hint: 'Solve the captcha again.',
  },
  too_few_rows: {
    http: 403,
    trpc: 'FORBIDDEN',
    title: 'Too few rows',
    hint:
      'Ask about at least 5 rows, and about rows that differ from those of earlier answers ' +
      'by none or by at least 5.',
  },
  reauthentication_required: {
    http: 403,
    trpc: 'FORBIDDEN',
    title: 'Password confirmation required',
    hint: 'Confirm the current password or a passkey, then repeat the call within five minutes.',
  },
  second_factor_confirmation_required: {
    http: 403,
    trpc: 'FORBIDDEN',
    title: 'Second factor confirmation required',
    hint:
      'Confirm the password with a code of the authenticator app or a recovery code, or a ' +
      'passkey alone, then repeat the call within five minutes.',
  },
  second_factor_enrolment_required: {
    http: 403,
    trpc: 'FORBIDDEN',
    title: 'Second factor needed',
    hint: 'Set up an authenticator app or a passkey, then repeat the call.',
  },
  not_found: {
    http: 404,
    trpc: 'NOT_FOUND',
    title: 'Not found',
    hint: 'List what you own to find the right id.',
  },
  method_not_allowed: {
    http: 405,
    trpc: 'METHOD_NOT_SUPPORTED',
    title: 'Method not allowed',
    hint: 'See the Allow header.',
  },
  request_timeout: {
    http: 408,
    trpc: 'TIMEOUT',
    title: 'Request came too slowly',
    hint: 'Send the whole request at once, then try again.',
  },
  conflict: {
    http: 409,
    trpc: 'CONFLICT',
    title: 'Conflict',
    hint: 'Read the current state, then repeat the call.',
  },
  email_taken: {
    http: 409,
    trpc: 'CONFLICT',
    title: 'E-mail already registered',
    hint: 'Log in, or reset the password.',
  },
  file_too_large: {
    http: 413,
    trpc: 'PAYLOAD_TOO_LARGE',
    title: 'File too large',
    hint: 'Split the file or upgrade the plan.',
  },
  request_too_large: {
    http: 413,
    trpc: 'PAYLOAD_TOO_LARGE',
    title: 'Request too large',
    hint: 'Send less in one request.',
  },
  unsupported_media_type: {
    http: 415,
    trpc: 'UNSUPPORTED_MEDIA_TYPE',
    title: 'Unsupported media type',
    hint: 'Use a Content-Type the call documents.',
  },
  invalid_input: {
    http: 422,
    trpc: 'UNPROCESSABLE_CONTENT',
    title: 'Invalid input',
    hint: 'Correct the named fields.',
  },
  invalid_file: {
    http: 422,
    trpc: 'UNPROCESSABLE_CONTENT',
    title: 'File cannot be read as a table',
    hint: 'Repair the named row, then upload again.',
  },
  invalid_expression: {
    http: 422,
    trpc: 'UNPROCESSABLE_CONTENT',
    title: 'Expression not understood',
    hint: 'Correct the expression at the named character.',
  },
  invalid_sql: {
    http: 422,
    trpc: 'UNPROCESSABLE_CONTENT',
    title: 'Statement not answered',
    hint: 'Correct the statement at the named character.',
  },
  unknown_column: {
    http: 422,
    trpc: 'UNPROCESSABLE_CONTENT',
    title: 'Unknown column',
    hint: 'Use one of the suggested column names, spelled exactly.',
  },
  wrong_column_type: {
    http: 422,
    trpc: 'UNPROCESSABLE_CONTENT',
    title: 'Wrong column type',
    hint: 'Choose a column of the type the method needs.',
  },
  too_complex: {
    http: 422,
    trpc: 'UNPROCESSABLE_CONTENT',
    title: 'Too much for one call',
    hint: 'Ask for fewer columns or rows, or narrow the filter.',
  },
  rate_limited: {
    http: 429,
    trpc: 'TOO_MANY_REQUESTS',
    title: 'Too many requests',
    hint: 'Wait for the seconds in Retry-After.',
  },
  quota_exceeded: {
    http: 429,
    trpc: 'TOO_MANY_REQUESTS',
    title: 'Monthly quota used up',
    hint: 'Wait for the reset or upgrade the plan.',
  },
  canceled: {
    http: 499,
    trpc: 'CLIENT_CLOSED_REQUEST',
    title: 'Canceled',
    hint: 'The client closed the request.',
  },
  internal: {
    http: 500,
    trpc: 'INTERNAL_SERVER_ERROR',
    title: 'Internal error',
    hint: 'Try again; report the request id if it happens again.',
  },
  unavailable: {
    http: 503,
    trpc: 'SERVICE_UNAVAILABLE',
    title: 'Temporarily unavailable',
    hint: 'Try again in a moment.',
  },
  storage_full: {
    http: 507,
    trpc: 'SERVICE_UNAVAILABLE',
    title: 'The server has no room for files',
    hint: 'Reading goes on; try again later, or tell the operator.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);

/**
 * The only error a service throws on purpose. `message` becomes `detail`; it must be fit for the
 * person who reads it.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(
    code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}
