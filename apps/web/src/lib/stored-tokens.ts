import { z } from 'zod';

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

const endedListeners = new Set<() => void>();
/** Told when a refresh has failed: the session is over. */
export function onSessionEnd(listener: () => void): () => void {
  endedListeners.add(listener);
  return () => endedListeners.delete(listener);
}

let running: Promise<boolean> | null = null;

/**
 * Exchanges the refresh token once for all callers: those of this tab share one promise, those of other tabs wait for
 * the lock and then find the new token already there. False when the session is over; the tokens are then gone.
 */
export function refreshSession(expired: string | null): Promise<boolean> {
  running ??= navigator.locks
    .request('columnist-refresh', async () => {
      if (accessToken() !== null && accessToken() !== expired) return true;
      const token = refreshToken();
      const response =
        token === null
          ? null
          : await fetch('/api/v1/auth/refresh', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ refresh_token: token }) });
      const parsed = response?.ok === true ? pair.safeParse(await response.json()) : null;
      if (parsed?.success === true) {
        storeTokens(parsed.data);
        return true;
      }
      clearTokens();
      endedListeners.forEach((listener) => listener());
      return false;
    })
    .finally(() => {
      running = null;
    });
  return running;
}

/** fetch with the access token; a 401 refreshes the session once and repeats the request. */
export async function authorizedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const used = accessToken();
  const response = await fetch(input, withToken(init, used));
  if (response.status !== 401 || used === null) return response;
  return (await refreshSession(used)) ? fetch(input, withToken(init, accessToken())) : response;
}

function withToken(init: RequestInit, token: string | null): RequestInit {
  const headers = new Headers(init.headers);
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  return { ...init, headers };
}
