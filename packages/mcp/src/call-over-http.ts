import { AppError, allOperations, problem, type Operation } from '@columnist/contract';
import { z } from 'zod';
import type { Call } from './make-server.ts';

const asObject = z.record(z.string(), z.unknown());

/** Calls a Columnist server's REST door with an API key. Throws AppError with what the server said. */
export function callOverHttp(serverUrl: string, apiKey: string): Call {
  return async (path, input, signal) => {
    const operation = allOperations.find((candidate) => candidate.path === path);
    if (operation?.rest === undefined) throw new AppError('not_found', `There is no call ${path}.`);
    const { url, init } = requestOf(serverUrl, operation, asObject.parse(input));
    const response = await fetch(url, { ...init, headers: { ...init.headers, 'API-Key': apiKey, Accept: 'application/json' }, ...(signal === undefined ? {} : { signal }) }).catch((cause: unknown) => {
      throw new AppError('unavailable', `No answer from ${serverUrl}.`, { fix: 'Check COLUMNIST_URL and the network.' }, { cause });
    });
    const body: unknown = response.status === 204 ? undefined : await response.json().catch(() => null);
    if (!response.ok) throw errorOf(response.status, body);
    if (operation.rest.list !== true) return body;
    const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
    return { items: body, total: Number(response.headers.get('X-Total-Count')), next_cursor: next === undefined ? null : new URL(next).searchParams.get('cursor') };
  };
}

function requestOf(serverUrl: string, operation: Operation, input: Record<string, unknown>): { url: URL; init: { method: string; headers: Record<string, string>; body?: string } } {
  const { method = 'get', path = '' } = operation.rest ?? {};
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value));
  });
  const url = new URL(filled, serverUrl);
  if (method !== 'get' && method !== 'delete') return { url, init: { method: method.toUpperCase(), headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(rest) } };
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined) continue;
    url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return { url, init: { method: method.toUpperCase(), headers: {} } };
}

function errorOf(status: number, body: unknown): AppError {
  const told = problem.safeParse(body);
  if (!told.success) return new AppError(status >= 500 ? 'unavailable' : 'internal', `The server answered with status ${status}.`);
  const { code, detail, fix, suggestions, retry_after: retryAfter } = told.data;
  return new AppError(code, detail, { fix, ...(suggestions === undefined ? {} : { suggestions }), ...(retryAfter === undefined ? {} : { retry_after: retryAfter }) });
}
