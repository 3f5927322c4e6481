import type { AppRouter } from '@columnist/api';
import { callsInBatch } from '@columnist/contract';
import { httpBatchLink, httpLink, splitLink, type TRPCClient } from '@trpc/client';
import { createTRPCReact, type CreateTRPCReact } from '@trpc/react-query';
import { auditLink } from './audit-link.ts';
import { confirmLink } from './confirm-link.ts';
import { pauseLink } from './pause-link.ts';
import { refreshLink } from './refresh-link.ts';
import { accessToken } from './stored-tokens.ts';

export const trpc: CreateTRPCReact<AppRouter, unknown> = createTRPCReact<AppRouter>();

const authorization = (): Record<string, string> => {
  const token = accessToken();
  return token === null ? {} : { Authorization: `Bearer ${token}` };
};

/** They compute: each is answered as soon as it is done, and none waits for another in a batch. By POST: views may be longer than an address. */
const computing: ReadonlySet<string> = new Set([
  'datasets.overview',
  'datasets.alerts',
  'datasets.analyze',
  'datasets.pictures',
  'datasets.association',
  'datasets.aggregate',
  'datasets.recommendTest',
]);
const common = { url: '/trpc', headers: authorization };

export const trpcClient: TRPCClient<AppRouter> = trpc.createClient({
  links: [
    auditLink,
    pauseLink,
    confirmLink,
    refreshLink,
    splitLink({
      condition: ({ path }) => computing.has(path),
      true: httpLink({ ...common, methodOverride: 'POST' }),
      false: httpBatchLink({ ...common, maxURLLength: 4000, maxItems: callsInBatch }),
    }),
  ],
});
