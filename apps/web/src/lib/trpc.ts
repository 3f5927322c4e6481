import type { AppRouter } from '@columnist/api';
import { callsInBatch } from '@columnist/contract';
import { httpBatchLink, httpLink, splitLink, type TRPCClient } from '@trpc/client';
import { createTRPCReact, type CreateTRPCReact } from '@trpc/react-query';
import { answerLink } from './answer-link.ts';
import { auditLink } from './audit-link.ts';
import { computing } from 'virtual:operation-facts';
import { confirmLink } from './confirm-link.ts';
import { pauseLink } from './pause-link.ts';
import { fetchJson } from './errors.ts';
import { refreshLink } from './refresh-link.ts';
import { roleLink } from './role-link.ts';
import { accessToken } from './stored-tokens.ts';

export const trpc: CreateTRPCReact<AppRouter, unknown> = createTRPCReact<AppRouter>();

const authorization = (): Record<string, string> => {
  const token = accessToken();
  return token === null ? {} : { Authorization: `Bearer ${token}` };
};

const computes: ReadonlySet<string> = new Set(computing);
const common = { url: '/trpc', headers: authorization, fetch: fetchJson };

export const trpcClient: TRPCClient<AppRouter> = trpc.createClient({
  links: [
    auditLink,
    roleLink,
    pauseLink,
    confirmLink,
    refreshLink,
    answerLink,
    // What computes is answered as soon as it is done, not with a batch; by POST, as a view may be
    // longer than an address.
    splitLink({
      condition: ({ path }) => computes.has(path),
      true: httpLink({ ...common, methodOverride: 'POST' }),
      false: httpBatchLink({ ...common, maxURLLength: 4000, maxItems: callsInBatch }),
    }),
  ],
});
