import { Button } from 'antd';
import { useNotices } from './notices.tsx';

const undoSeconds = 10;

/** Says what was deleted and offers for ten seconds to take it back. */
export function useOfferUndo(): (key: string, title: string, onUndo: () => void) => void {
  const { notification } = useNotices();
  return (key, title, onUndo) => {
    const undo = () => {
      notification.destroy(key);
      onUndo();
    };
    notification.open({
      key,
      className: 'toast',
      title,
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
}
