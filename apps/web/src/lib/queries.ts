import { QueryClient } from '@tanstack/react-query';
import { problemIn } from './errors.ts';

const retried = (failures: number, error: unknown): boolean =>
  failures < 2 && (problemIn(error)?.status ?? 500) >= 500;

/**
 * What was asked of the server, and how. It may run on this very machine: a browser that is offline
 * asks it all the same.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: retried,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always' },
  },
});

/** Of the lines of the audit log that a user sees of their account. */
export const activityKey = 'activity';
