import type { TestQuestion } from '@columnist/contract';
import { useNotices } from '../../ui/notices.tsx';
import { detailOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { questionIn } from './calls.ts';
import { sameQuestion } from './report-store.ts';

/**
 * Whether a test is in the list of those kept on its dataset, and how it gets there: what is only
 * looked at does not enter it.
 */
export function useKeep(
  id: string,
  question: TestQuestion,
): { readonly kept: boolean | null; readonly isPending: boolean; readonly keep: () => void } {
  const { message } = useNotices();
  const utils = trpc.useUtils();
  const ledger = trpc.datasets.listTests.useQuery({ id });
  const kept =
    ledger.data?.entries.some((entry) => {
      const asked = questionIn(entry);
      return asked !== null && sameQuestion(asked, question);
    }) ?? null;
  const keep = trpc.datasets.keepTest.useMutation({
    onSuccess: () => utils.datasets.listTests.invalidate({ id }),
    onError: (error) => void message.error(detailOf(error, 'Failed to keep the test')),
  });
  return {
    kept,
    isPending: keep.isPending,
    keep: () => {
      if (kept !== true && !keep.isPending) keep.mutate({ id, question });
    },
  };
}
