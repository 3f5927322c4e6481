import { association, type Association, type TestQuestion } from '@columnist/contract';
import { keepPreviousData, skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getUntypedClient } from '@trpc/client';
import { trpcClient } from '../../lib/trpc.ts';
import { operationOf } from './calls.ts';

/**
 * The answer to a question of a dataset, by the operation that has its method; null asks nothing. A
 * question that is no longer wanted is cancelled. With `live` the answer before stays until the next
 * one is there.
 */
export function useMethod(
  id: string,
  question: TestQuestion | null,
  live = false,
): UseQueryResult<Association> {
  const path = question === null ? '' : operationOf(question).path;
  const input = { id, ...question?.options };
  return useQuery({
    // As tRPC names it, so that what forgets the answers of a dataset forgets this one.
    queryKey: [path.split('.'), { input, type: 'query' }],
    // The operations of tests answer with a result; that of associations with one or a matrix.
    queryFn:
      question === null
        ? skipToken
        : async ({ signal }) =>
            association.parse(await getUntypedClient(trpcClient).query(path, input, { signal })),
    ...(live ? { placeholderData: keepPreviousData } : {}),
    staleTime: Infinity,
    retry: false,
  });
}
