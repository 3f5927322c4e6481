import {
  association,
  operations,
  testQuestion,
  type Association,
  type LedgerEntry,
  type Operation,
  type TestQuestion,
} from '@columnist/contract';
import { skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getUntypedClient } from '@trpc/client';
import { trpcClient } from '../../lib/trpc.ts';
import { tabOf } from './methods.ts';
import { formOfCall } from './test-question.ts';

const tools: readonly Operation[] = Object.values(operations.datasets);

/** The operation that answers a question, named as agents name it. */
function operationOf({ operation: tool }: TestQuestion): Operation {
  const found = tools.find(({ mcp }) => mcp?.name === tool);
  if (found === undefined) throw new Error(`No operation is the tool '${tool}'.`);
  return found;
}

/** The answer to a question of a dataset, by the operation that has its method; null asks nothing. */
export function useMethod(id: string, question: TestQuestion | null): UseQueryResult<Association> {
  const path = question === null ? '' : operationOf(question).path;
  const input = { id, ...question?.options };
  return useQuery({
    // As tRPC names it, so that what forgets the answers of a dataset forgets this one.
    queryKey: [path.split('.'), { input, type: 'query' }],
    // The operations of tests answer with a result; that of associations with one or a matrix.
    queryFn:
      question === null
        ? skipToken
        : async () => association.parse(await getUntypedClient(trpcClient).query(path, input)),
    staleTime: Infinity,
    retry: false,
  });
}

/** A question as a call over REST and by an agent. */
export function callAs(
  id: string,
  question: TestQuestion,
): { readonly path: string; readonly tool: string; readonly input: object } {
  const path = operationOf(question).rest?.path.replace('{id}', id) ?? '';
  return { path, tool: question.operation, input: question.options };
}

/** A test of the history as it can be asked again; null where its options are not known or no longer right. */
export const questionIn = ({
  operation,
  options,
}: Pick<LedgerEntry, 'operation' | 'options'> | TestQuestion): TestQuestion | null =>
  testQuestion.safeParse({ operation, options }).data ?? null;

/** The address of the tab that asks the question again. */
export function addressOf(question: TestQuestion): string {
  const { view, ...options } = question.options;
  const viewed = view === undefined ? {} : { view: JSON.stringify(view) };
  const form = formOfCall(question);
  const asked =
    form === null
      ? { tab: 'regression', model: JSON.stringify(options) }
      : { tab: tabOf(form.ask), test: JSON.stringify({ ...form, run: true }) };
  return `?${new URLSearchParams({ ...asked, ...viewed }).toString()}`;
}
