import { useNotices } from './notices.tsx';
import { useOfferUndo } from './use-offer-undo.tsx';
import { reasonOf } from '../lib/errors.ts';
import { trpc } from '../lib/trpc.ts';

/** Deletes at once and offers to take it back for ten seconds. */
export function useDeleteDataset(): (dataset: { id: string; name: string }) => void {
  const { message } = useNotices();
  const offerUndo = useOfferUndo();
  const utils = trpc.useUtils();
  const refresh = () =>
    Promise.all([utils.datasets.list.invalidate(), utils.usage.get.invalidate()]);
  const failed = (text: string) => (error: unknown) =>
    void message.error(
      <>
        <b>{text}</b> {reasonOf(error)}
      </>,
    );
  const restore = trpc.datasets.restore.useMutation({
    onSuccess: refresh,
    onError: failed('Failed to restore dataset'),
  });
  const remove = trpc.datasets.delete.useMutation({
    // Gone from the screen at once; what the server says is read again either way.
    onMutate: async ({ id }) => {
      await utils.datasets.list.cancel();
      utils.datasets.list.setQueriesData(
        undefined,
        {},
        (page) => page && { ...page, items: page.items.filter((dataset) => dataset.id !== id) },
      );
    },
    onSettled: refresh,
    onError: failed('Failed to delete dataset'),
  });
  return ({ id, name }) => {
    const offer = () => offerUndo(`deleted-${id}`, `${name} deleted`, () => restore.mutate({ id }));
    // Not mutate's own onSuccess: that is dropped when the page of the dataset is left.
    void remove.mutateAsync({ id }).then(offer, () => undefined);
  };
}
