import { Button } from 'antd';
import { useNotices } from './notices.tsx';
import { reasonOf } from '../lib/errors.ts';
import { trpc } from '../lib/trpc.ts';

const undoSeconds = 10;

/** Deletes at once and offers to take it back for ten seconds. */
export function useDeleteDataset(): (dataset: { id: string; name: string }) => void {
  const { notification, message } = useNotices();
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
    const offerUndo = () => {
      const key = `deleted-${id}`;
      const undo = () => {
        notification.destroy(key);
        restore.mutate({ id });
      };
      notification.open({
        key,
        className: 'toast',
        title: `${name} deleted`,
        duration: undoSeconds,
        placement: 'bottomLeft',
        role: 'status',
        showProgress: true,
        closable: false,
        actions: (
          <Button type="text" size="small" onClick={undo}>
            Undo
          </Button>
        ),
      });
    };
    // Not mutate's own onSuccess: that is dropped when the page of the dataset is left.
    void remove.mutateAsync({ id }).then(offerUndo, () => undefined);
  };
}
