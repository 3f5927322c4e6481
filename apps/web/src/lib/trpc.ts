import type { AppRouter } from '@columnist/api';
import { httpBatchStreamLink, type TRPCClient } from '@trpc/client';
import { createTRPCReact, type CreateTRPCReact } from '@trpc/react-query';
import { refreshLink } from './refresh-link.ts';
import { accessToken } from './stored-tokens.ts';

export const trpc: CreateTRPCReact<AppRouter, unknown> = createTRPCReact<AppRouter>();

const authorization = (): Record<string, string> => {
  const token = accessToken();
  return token === null ? {} : { Authorization: `Bearer ${token}` };
};

export const trpcClient: TRPCClient<AppRouter> = trpc.createClient({
  links: [refreshLink, httpBatchStreamLink({ url: '/trpc', maxURLLength: 4000, headers: authorization })],
});
