import { z } from 'zod';
import { errorDetails } from './error-details.ts';
import { AppError } from './errors.ts';
import type { Operation, RestRoute } from './operation.ts';
import { allOperations, operations } from './operations.ts';
import { parseInput } from './parse-input.ts';
import { problem } from './problem.ts';

/** Runs an operation by its path. Throws AppError. */
export type Call = (path: string, input: unknown, signal?: AbortSignal) => Promise<unknown>;

export interface RemoteServer {
  /** Origin of a Columnist server. */
  readonly url: string;
  readonly apiKey: string;
}

/**
 * Calls a Columnist server by REST with an API key. A wrong input is refused here, in the server's
 * words. Throws AppError.
 */
export function callOverHttp({ url, apiKey }: RemoteServer): Call {
  const call: Call = async (path, input, signal) => {
    const operation = allOperations.find((candidate) => candidate.path === path);
    if (operation?.rest === undefined) throw new AppError('not_found', `There is no call ${path}.`);
    parseInput(operation, input);
    const asked = fields.parse(input);
    const { explain, describeMethod } = operations.datasets;
    // The address of this call is that of an answer; what a method takes has one of its own.
    if (path === explain.path && asked['answer_id'] === undefined && asked['method'] !== undefined)
      return { answer: null, method: await call(describeMethod.path, asked, signal) };
    const { address, ...request } = requestOf(operation.rest, asked, url);
    const headers = { ...request.headers, 'API-Key': apiKey, Accept: 'application/json' };
    // A redirect is not followed: the key is for this server alone.
    const response = await fetch(address, {
      ...request,
      headers,
      redirect: 'manual',
      signal: signal ?? null,
    }).catch((cause: unknown) => {
      throw noAnswer(url, signal, cause);
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw errorOf(response, body);
    return outputOf(operation, operation.rest.list === true ? pageOf(response, body) : body);
  };
  return call;
}

const fields = z.record(z.string(), z.unknown());

/**
 * Fields named in the path are needed; the rest is the query, or the JSON body where the method
 * has one.
 */
function requestOf(
  { method, path }: RestRoute,
  input: Readonly<Record<string, unknown>>,
  url: string,
) {
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''));
  const missing = [...inPath].find((name) => input[name] === undefined);
  if (missing !== undefined)
    throw new AppError('invalid_input', `'${missing}' is missing.`, { fix: `Send '${missing}'.` });
  const address = new URL(
    path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(asText(input[name]))),
    url,
  );
  const others = Object.entries(input).filter(
    ([name, value]) => !inPath.has(name) && value !== undefined,
  );
  if (method !== 'get' && method !== 'delete')
    return {
      address,
      method: method.toUpperCase(),
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(others)),
    };
  for (const [name, value] of others) address.searchParams.set(name, asText(value));
  return { address, method: method.toUpperCase(), headers: {} };
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** A page again of what REST answers as a plain list. */
function pageOf({ headers }: Response, items: unknown): unknown {
  const next = /<([^>]+)>;\s*rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  return {
    items,
    total: Number(headers.get('X-Total-Count')),
    next_cursor: next === undefined ? null : new URL(next).searchParams.get('cursor'),
  };
}

/**
 * As this version knows it: fields that a newer server added are left out, for the tool's schema
 * does not tell of them.
 */
function outputOf(operation: Operation, body: unknown): unknown {
  const parsed = operation.output.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new AppError(
    'unavailable',
    'The answer of the server could not be understood.',
    { fix: 'Check COLUMNIST_URL, and that this program is as new as the server.' },
    { cause: parsed.error },
  );
}

function noAnswer(url: string, signal: AbortSignal | undefined, cause: unknown): AppError {
  if (signal?.aborted === true)
    return new AppError('canceled', 'The call was canceled.', {}, { cause });
  return new AppError(
    'unavailable',
    `No answer from ${url}.`,
    { fix: 'Check COLUMNIST_URL and the network.' },
    { cause },
  );
}

function errorOf({ status }: Response, body: unknown): AppError {
  const refusal = problem.safeParse(body);
  if (refusal.success) {
    const { code, detail } = refusal.data;
    return new AppError(code, detail, errorDetails.parse(refusal.data));
  }
  if (status === 414 || status === 431)
    return new AppError('request_too_large', 'The view is too long for this call.', {
      fix: 'List fewer values in the filter.',
    });
  return new AppError('unavailable', `The server answered with status ${status}.`, {
    fix: 'Check COLUMNIST_URL.',
  });
}
