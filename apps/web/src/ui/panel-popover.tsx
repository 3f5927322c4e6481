import { Popover } from 'antd';
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';

/** Lists of selects and the like, which belong to the panel although they are beside it. */
const belonging = '.ant-select-dropdown, .ant-picker-dropdown, .ant-popover, .ant-modal';
const focusable = 'button:not(:disabled), [href], input:not(:disabled), select, textarea';

/**
 * A panel at a button: it takes the focus when it opens, gives it back to the button on Escape, and
 * closes when the focus leaves it.
 */
export function PanelPopover({
  open,
  onOpenChange,
  placement,
  content,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  placement: 'bottomLeft' | 'bottomRight';
  content: ReactNode;
  children: ReactElement;
}) {
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={onOpenChange}
      placement={placement}
      destroyOnHidden
      content={<Panel onClose={() => onOpenChange(false)}>{content}</Panel>}
    >
      {children}
    </Popover>
  );
}

function Panel({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const within = panel.current;
    const before = document.activeElement;
    if (within === null) return undefined;
    // What is drawn may have taken the focus already, such as a field.
    if (!within.contains(before)) (within.querySelector<HTMLElement>(focusable) ?? within).focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      close.current();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || within.contains(target) || target === before) return;
      if (target.closest(belonging) === null) close.current();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('focusin', onFocus);
    };
  }, []);
  return (
    <div ref={panel} tabIndex={-1}>
      {children}
    </div>
  );
}
