// oxlint-disable-next-line no-restricted-imports
import { Modal, type ModalProps } from 'antd';

/**
 * antd's dialog. It would hold the page still by a style of its own making, which the page's policy
 * refuses: styles/antd.css does so.
 */
export function Dialog(props: Omit<ModalProps, 'scrollLock'>) {
  return <Modal {...props} scrollLock={false} />;
}
