import { Button } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

/** What is asked before something is done. */
export interface Question {
  readonly title: string;
  readonly content: ReactNode;
  readonly okText: string;
  /** Of the way back; Cancel where nothing else is said. */
  readonly cancelText?: string;
  /** The dialog stays until what this begins is done. */
  readonly onOk: () => void | Promise<void>;
}

/** A question with its two answers; what goes wrong after a yes is said by what was begun. */
export default function QuestionDialog({
  question: { title, content, okText, cancelText = 'Cancel', onOk },
  onClosed,
}: {
  question: Question;
  onClosed: () => void;
}) {
  const yes = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const close = () => setOpen(false);
  const goOn = async () => {
    setBusy(true);
    try {
      await onOk();
    } finally {
      close();
    }
  };
  return (
    <Dialog
      title={title}
      open={open}
      width={416}
      closable={false}
      mask={{ closable: false }}
      confirmLoading={busy}
      onCancel={close}
      // Not by autoFocus: the dialog would take the button for what had the focus before it.
      afterOpenChange={(shown) => shown && yes.current?.focus()}
      afterClose={onClosed}
      footer={
        <>
          <Button disabled={busy} onClick={close}>
            {cancelText}
          </Button>
          <Button ref={yes} type="primary" loading={busy} onClick={() => void goOn()}>
            {okText}
          </Button>
        </>
      }
    >
      {content}
    </Dialog>
  );
}
