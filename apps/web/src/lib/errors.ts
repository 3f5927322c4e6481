import { TRPCClientError } from '@trpc/client';
import { failures, problem, type Problem } from './problem.ts';

/** The problem document of an error from the server, if it sent one. */
export function problemIn(error: unknown): Problem | null {
  if (!(error instanceof TRPCClientError)) return null;
  const data: unknown = error.data;
  const parsed = problem.safeParse(
    typeof data === 'object' && data !== null && 'problem' in data ? data.problem : undefined,
  );
  return parsed.success ? parsed.data : null;
}

/** What the server said, else the specification's text for the call. */
export const detailOf = (error: unknown, fallback: string): string =>
  problemIn(error)?.detail ?? fallback;

/** What the server said, else what became of the call, as far as the browser knows. */
export function reasonOf(error: unknown): string {
  const said = problemIn(error)?.detail;
  if (said !== undefined) return said;
  if (!(error instanceof TRPCClientError)) return 'The server could not be reached.';
  if (error.cause instanceof UnreadableAnswer) return error.cause.message;
  const response = error.meta?.['response'];
  return response instanceof Response
    ? new UnreadableAnswer(response.status).message
    : 'The server could not be reached.';
}

/** An answer that is not from our server, e.g. the page of a proxy. */
export class UnreadableAnswer extends Error {
  constructor(status: number) {
    super(
      status < 400
        ? 'The answer of the server could not be read.'
        : `The server answered ${status}.`,
    );
  }
}

/** `fetch` for tRPC, which forgets the status of an answer that is no JSON. */
export async function fetchJson(
  input: RequestInfo | URL,
  {
    signal,
    ...init
  }: Omit<RequestInit, 'signal'> & { readonly signal?: AbortSignal | null | undefined } = {},
): Promise<Response> {
  const response = await fetch(input, { ...init, signal: signal ?? null });
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  if (isJson && (response.ok || (await holdsErrors(response.clone())))) return response;
  throw new UnreadableAnswer(response.status);
}

async function holdsErrors(response: Response): Promise<boolean> {
  const body: unknown = await response.json().catch(() => null);
  return failures.safeParse(body).success;
}

/** Whether the server refused the call, and not merely failed to answer it. */
export function isRefusal(error: unknown): boolean {
  const status = problemIn(error)?.status ?? 0;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

const mendable: ReadonlySet<string> = new Set([
  'invalid_input',
  'invalid_sql',
  'wrong_column_type',
  'too_complex',
]);

/** Whether the question does not fit the data, so that it is refused however often it is asked. */
export const isMendable = (error: unknown): boolean => mendable.has(problemIn(error)?.code ?? '');

/** What to do about a question that does not fit the data; empty of other errors. */
export const fixOf = (error: unknown): string =>
  isMendable(error) ? (problemIn(error)?.fix ?? '') : '';
