import { App, Button } from 'antd';
import { detailOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';

const undoSeconds = 10;

/** Deletes at once and offers to take it back for ten seconds. */
export function useDeleteDataset(): (dataset: { id: string; name: string }) => void {
  const { notification, message } = App.useApp();
  const utils = trpc.useUtils();
  const refresh = () => Promise.all([utils.datasets.list.invalidate(), utils.usage.get.invalidate()]);
  const restore = trpc.datasets.restore.useMutation({ onSuccess: refresh, onError: (error) => void message.error(detailOf(error, 'Failed to restore dataset')) });
  const remove = trpc.datasets.delete.useMutation({ onSuccess: refresh, onError: (error) => void message.error(detailOf(error, 'Failed to delete dataset')) });
  return ({ id, name }) =>
    remove.mutate(
      { id },
      {
        onSuccess: () => {
          const key = `deleted-${id}`;
          const undo = () => {
            notification.destroy(key);
            restore.mutate({ id });
          };
          notification.open({ key, title: `${name} deleted`, duration: undoSeconds, placement: 'bottomLeft', role: 'status', showProgress: true, actions: <Button size="small" onClick={undo}>Undo</Button> });
        },
      },
    );
}
