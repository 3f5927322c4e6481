import { useRef, type KeyboardEvent, type ReactNode } from 'react';

export interface TabItem<Key extends string> {
  readonly key: Key;
  readonly label: string;
  readonly content: ReactNode;
}

/** Tabs as the ARIA Authoring Practices describe them: arrows move and open. */
export function Tabs<Key extends string>({
  name,
  items,
  open,
  onOpen,
}: {
  name: string;
  items: readonly TabItem<Key>[];
  open: Key;
  onOpen: (key: Key) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const step = ({ key }: KeyboardEvent) => {
    const at = items.findIndex((item) => item.key === open);
    const next = {
      ArrowRight: (at + 1) % items.length,
      ArrowLeft: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    }[key];
    const item = next === undefined ? undefined : items[next];
    if (item === undefined) return;
    onOpen(item.key);
    list.current?.querySelector<HTMLElement>(`#tab-${item.key}`)?.focus();
  };
  const current = items.find(({ key }) => key === open);
  return (
    <>
      <div className="tabs" role="tablist" aria-label={name} ref={list}>
        {items.map(({ key, label }) => (
          <button
            key={key}
            id={`tab-${key}`}
            type="button"
            role="tab"
            aria-selected={key === open}
            aria-controls={`panel-${key}`}
            tabIndex={key === open ? 0 : -1}
            onClick={() => onOpen(key)}
            onKeyDown={step}
          >
            {label}
          </button>
        ))}
      </div>
      <div id={`panel-${open}`} role="tabpanel" aria-labelledby={`tab-${open}`} className="mt24">
        {current?.content}
      </div>
    </>
  );
}
