import type { TestQuestion, TestResult } from '@columnist/contract';
import { useMemo } from 'react';
import { useNotices } from '../../ui/notices.tsx';
import { detailOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { questionIn } from './calls.ts';
import { sameQuestion } from './same-question.ts';

/**
 * Whether a test of this version is in the list of those kept on its dataset, and how it gets there:
 * what is only looked at does not enter it, and what has no p never does. Null where the list is not
 * known yet.
 */
export function useKeep(
  id: string,
  question: TestQuestion,
  { dataset_version: version, p_value: p }: Pick<TestResult, 'dataset_version' | 'p_value'>,
): { readonly kept: boolean | null; readonly isPending: boolean; readonly keep: () => void } {
  const { message } = useNotices();
  const utils = trpc.useUtils();
  const ledger = trpc.datasets.listTests.useQuery({ id });
  const found = useMemo(
    () =>
      ledger.data?.entries.some((entry) => {
        const asked = entry.dataset_version === version ? questionIn(entry) : null;
        return asked !== null && sameQuestion(asked, question);
      }),
    [ledger.data, version, question],
  );
  const kept = found ?? (ledger.isError ? false : null);
  const keep = trpc.datasets.keepTest.useMutation({
    onSuccess: () => utils.datasets.listTests.invalidate({ id }),
    onError: (error) => void message.error(detailOf(error, 'Failed to keep the test')),
  });
  return {
    kept,
    isPending: keep.isPending,
    keep: () => {
      if (p !== null && kept !== true && !keep.isPending) keep.mutate({ id, question });
    },
  };
}
