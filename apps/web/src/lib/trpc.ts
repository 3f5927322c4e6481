import type { AppRouter } from '@columnist/api';
import { httpBatchLink, type TRPCClient } from '@trpc/client';
import { createTRPCReact, type CreateTRPCReact } from '@trpc/react-query';
import { authorizedFetch } from './stored-tokens.ts';

export const trpc: CreateTRPCReact<AppRouter, unknown> = createTRPCReact<AppRouter>();

/** Calls that must not carry a token, and whose 401 never starts a refresh. */
const withoutSession = /\/trpc\/auth\.(?:login|register|refresh)(?:[?,]|$)/;

export const trpcClient: TRPCClient<AppRouter> = trpc.createClient({
  links: [
    httpBatchLink({
      url: '/trpc',
      maxURLLength: 4000,
      fetch: (url, init) => {
        const target = url instanceof Request ? url.url : String(url);
        const options: RequestInit = { method: init?.method ?? 'GET', headers: new Headers(headersOf(init?.headers)), body: bodyOf(init?.body), signal: init?.signal ?? null };
        return withoutSession.test(target) ? fetch(target, options) : authorizedFetch(target, options);
      },
    }),
  ],
});

const headersOf = (headers: unknown): HeadersInit => (headers instanceof Headers || typeof headers !== 'object' || headers === null ? [] : Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));
const bodyOf = (body: unknown): string | null => (typeof body === 'string' ? body : null);
