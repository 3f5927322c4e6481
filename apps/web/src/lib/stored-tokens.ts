import * as z from 'zod/mini';
import { askConfirmation, unconfirmed, wantedBy } from './confirmation.ts';
import { problem } from './problem.ts';

/** The session's tokens, under the names the specification gives them. */
const accessKey = 'accessToken';
const refreshKey = 'refreshToken';
const pair = z.object({ access_token: z.string(), refresh_token: z.string() });

export const accessToken = (): string | null => localStorage.getItem(accessKey);
const refreshToken = (): string | null => localStorage.getItem(refreshKey);

export function storeTokens(tokens: { access_token: string; refresh_token: string }): void {
  localStorage.setItem(accessKey, tokens.access_token);
  localStorage.setItem(refreshKey, tokens.refresh_token);
}

export function clearTokens(): void {
  localStorage.removeItem(accessKey);
  localStorage.removeItem(refreshKey);
}

/** `failure`: why it is not known whose session it was; else null. */
type Ended = (failure: unknown) => void;
const endedListeners = new Set<Ended>();
/** Called when the session is over: a refresh has failed, or another tab has logged out. */
export function onSessionEnd(listener: Ended): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    if ((key === accessKey || key === null) && accessToken() === null) listener(null);
  };
  endedListeners.add(listener);
  addEventListener('storage', elsewhere);
  return () => {
    endedListeners.delete(listener);
    removeEventListener('storage', elsewhere);
  };
}

/** The tokens are no good any more. */
export function endSession(failure: unknown = null): void {
  clearTokens();
  endedListeners.forEach((listener) => listener(failure));
}

/** Calls the listener when another tab has signed in; the result removes it. */
export function onSignInElsewhere(listener: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    if (key === accessKey && accessToken() !== null) listener();
  };
  addEventListener('storage', elsewhere);
  return () => removeEventListener('storage', elsewhere);
}

let running: Promise<boolean> | null = null;

/**
 * Exchanges the refresh token once for all callers: those of this tab share one promise, those of
 * other tabs wait for
 * the lock and then find the new token already there. False when the session is over; the tokens
 * are then gone.
 * Rejects when the server could not be reached.
 */
export function refreshSession(expired: string | null): Promise<boolean> {
  running ??= alone(expired, () => exchange(expired)).finally(() => {
    running = null;
  });
  return running;
}

const lock = 'columnist-refresh';

/**
 * One tab at a time, where the browser has locks: pages of plain HTTP have none, and rely on the
 * server's grace for parallel tabs.
 */
async function alone(expired: string | null, work: () => Promise<boolean>): Promise<boolean> {
  if (!('locks' in navigator)) return work();
  const done = await navigator.locks.request(lock, { ifAvailable: true }, (held) =>
    held === null ? null : work(),
  );
  if (done !== null) return done;
  // Another tab was at it. What it stored may reach this one a moment after the lock does.
  return navigator.locks.request(lock, () => newsOf(expired).then(work));
}

const longestNews = 500;

/** Until another token than this one is stored, or none is to be expected. */
function newsOf(expired: string | null): Promise<void> {
  if (accessToken() !== expired) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      removeEventListener('storage', done);
      resolve();
    };
    addEventListener('storage', done);
    setTimeout(done, longestNews);
  });
}

async function exchange(expired: string | null): Promise<boolean> {
  const current = accessToken();
  if (current !== null && current !== expired) return true;
  const tokens = await newTokens(refreshToken());
  if (tokens !== null) {
    storeTokens(tokens);
    return true;
  }
  endSession();
  return false;
}

async function newTokens(token: string | null): Promise<z.infer<typeof pair> | null> {
  if (token === null) return null;
  const response = await fetch('/api/v1/auth/refresh', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refresh_token: token }),
  });
  return response.ok ? (pair.safeParse(await response.json()).data ?? null) : null;
}

/**
 * fetch with the access token; a 401 refreshes the session once, a 403 that wants the person to
 * confirm asks them, and both repeat the request.
 */
export async function authorizedFetch(
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const response = await fetchRefreshed(input, init);
  if (response.status !== 403) return response;
  const refusal = problem.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  );
  const wanted = wantedBy(refusal.data?.code);
  if (wanted === null) return response;
  return (await askConfirmation(wanted))
    ? fetchRefreshed(input, init)
    : Response.json({ ...refusal.data, detail: unconfirmed }, { status: response.status });
}

async function fetchRefreshed(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const used = accessToken();
  const response = await fetch(input, withToken(init, used));
  if (response.status !== 401) return response;
  return (await refreshSession(used)) ? fetch(input, withToken(init, accessToken())) : response;
}

function withToken(init: RequestInit, token: string | null): RequestInit {
  const headers = new Headers(init.headers);
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  return { ...init, headers };
}
