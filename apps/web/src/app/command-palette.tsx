import { Input, type InputRef } from 'antd';
import { useDeferredValue, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useMatch, useNavigate, useSearchParams } from 'react-router-dom';
import { datasetTabs } from '../lib/dataset-tabs.ts';
import { methodsToAsk } from '../features/ask/methods-to-ask.ts';
import { wantedBy } from './wanted-by.ts';
import { trpc } from '../lib/trpc.ts';
import { Icon } from '../ui/icons.tsx';
import { mainPages } from './main-pages.ts';
import { useSession, useUser } from '../lib/session.tsx';
import { useThemeMode } from '../ui/theme-mode.tsx';
import './command-palette.css';

interface Command {
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  /** Its name in the registry, which other programs may call otherwise. */
  readonly method?: string;
  readonly run: () => void;
}

const shownAtMost = 12;

/** Everything there is to go to or to do, by its name. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<InputRef>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    input.current?.focus();
  }, []);
  const commands = useCommands(typed.trim(), onClose);
  const current = Math.min(at, commands.length - 1);
  const step = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) {
      event.preventDefault();
      const next = (current + move + commands.length) % Math.max(1, commands.length);
      setAt(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      commands[current]?.run();
    }
  };
  return (
    // closedby: a press beside it closes it, as Escape does.
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Go to or do"
      closedby="any"
      onClose={onClose}
    >
      <Input
        ref={input}
        size="large"
        variant="borderless"
        prefix={<Icon name="search" />}
        placeholder="Go to a dataset, a column, a page; or do something"
        role="combobox"
        aria-label="Go to or do"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={commands.length > 0 ? `palette-${current}` : undefined}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
        onKeyDown={step}
      />
      <div id="palette-list" role="listbox" aria-label="Found" ref={list}>
        {commands.map(({ key, name, kind, run }, i) => (
          // The field has the keys; pointing is for hands on the mouse.
          <div
            key={key}
            id={`palette-${i}`}
            role="option"
            aria-selected={i === current}
            tabIndex={-1}
            onPointerMove={() => setAt(i)}
            onClick={run}
            onKeyDown={step}
          >
            <span>{name}</span>
            <small>{kind}</small>
          </div>
        ))}
      </div>
      {commands.length === 0 && (
        <p className="s2 palette-none">Nothing is called anything like that.</p>
      )}
    </dialog>
  );
}

/**
 * The commands whose name has every typed word, those of the open dataset first, its methods last.
 */
function useCommands(typed: string, onClose: () => void): readonly Command[] {
  const navigate = useNavigate();
  const session = useSession();
  const user = useUser();
  const { mode, choose } = useThemeMode();
  const [query] = useSearchParams();
  const id = useMatch('/datasets/:id')?.params.id ?? '';
  const q = useDeferredValue(typed);
  const datasets = trpc.datasets.list.useQuery(
    { limit: 20, ...(q === '' ? {} : { q }) },
    { placeholderData: (previous) => previous },
  );
  const open = trpc.datasets.get.useQuery({ id }, { enabled: id !== '' });
  const view = query.get('view');
  const kept = view === null ? {} : { view };
  const go = (to: string) => () => {
    onClose();
    void navigate(to);
  };
  const within = (params: Record<string, string>) =>
    go(`/datasets/${id}?${new URLSearchParams({ ...params, ...kept }).toString()}`);
  const act = (work: () => void) => () => {
    onClose();
    work();
  };
  const ofDataset: Command[] =
    open.data === undefined
      ? []
      : [
          ...datasetTabs.map(({ key, name }): Command => ({
            key: `tab ${key}`,
            name,
            kind: open.data.name,
            run: within({ tab: key }),
          })),
          ...open.data.columns.map(({ name, type }): Command => ({
            key: `column ${name}`,
            name,
            kind: `column, ${type}`,
            run: within({ tab: 'columns', column: name }),
          })),
        ];
  const others: Command[] = [
    ...(datasets.data?.items ?? [])
      .filter((dataset) => dataset.id !== id)
      .map((dataset): Command => ({
        key: dataset.id,
        name: dataset.name,
        kind: 'dataset',
        run: go(`/datasets/${dataset.id}`),
      })),
    ...[
      ...mainPages,
      ...(user.roles.some(({ name }) => name === 'admin') ? [{ to: '/admin', name: 'Admin' }] : []),
      { to: '/sql', name: 'SQL' },
      { to: '/validation', name: 'Validation' },
    ].map(({ to, name }): Command => ({ key: to, name, kind: 'page', run: go(to) })),
    {
      key: 'theme',
      name: mode === 'dark' ? 'Light theme' : 'Dark theme',
      kind: 'setting',
      run: act(() => choose(mode === 'dark' ? 'light' : 'dark')),
    },
    { key: 'logout', name: 'Logout', kind: 'session', run: act(() => void session.signOut()) },
  ];
  const toAsk: Command[] =
    open.data === undefined
      ? []
      : methodsToAsk.map(({ key, name, kind, method, address }): Command => ({
          key,
          name,
          kind,
          ...(method === undefined ? {} : { method }),
          run: () => within(address(open.data.columns))(),
        }));
  const isMeant = wantedBy(typed);
  return [...ofDataset, ...others, ...toAsk].filter(isMeant).slice(0, shownAtMost);
}
