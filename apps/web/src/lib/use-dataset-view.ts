import type { View } from '@columnist/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readView, withoutEmpty, writeView } from './view-parts.ts';

export interface DatasetView {
  readonly view: View;
  /** Replaces parts of the view; an undefined part goes. */
  readonly change: (parts: Partial<{ [Part in keyof View]: View[Part] | undefined }>) => void;
  readonly replace: (view: View) => void;
  /** Back to the view before; null where there is none. */
  readonly undo: (() => void) | null;
  /** Forward to the view that was undone last; null where there is none. */
  readonly redo: (() => void) | null;
}

/** The view of a dataset page, kept in its address, with every step undoable and redoable. */
export function useDatasetView(): DatasetView {
  const [query, setQuery] = useSearchParams();
  const [past, setPast] = useState<readonly (string | null)[]>([]);
  const [future, setFuture] = useState<readonly (string | null)[]>([]);
  const written = query.get('view');
  const view = useMemo(() => readView(written), [written]);
  const write = useCallback(
    (next: string | null) =>
      setQuery((previous) => {
        if (next === null) previous.delete('view');
        else previous.set('view', next);
        return previous;
      }),
    [setQuery],
  );
  const replace = useCallback(
    (next: View) => {
      const text = writeView(next);
      if (text === written) return;
      setPast((before) => [...before, written]);
      setFuture([]);
      write(text);
    },
    [write, written],
  );
  const change = useCallback(
    (parts: Parameters<DatasetView['change']>[0]) =>
      replace(withoutEmpty({ ...view, ...definedOf(parts, view) })),
    [replace, view],
  );
  const undo = useCallback(() => {
    setPast((before) => before.slice(0, -1));
    setFuture((after) => [...after, written]);
    write(past.at(-1) ?? null);
  }, [write, past, written]);
  const redo = useCallback(() => {
    setFuture((after) => after.slice(0, -1));
    setPast((before) => [...before, written]);
    write(future.at(-1) ?? null);
  }, [write, future, written]);
  const [back, forward] = [past.length === 0 ? null : undo, future.length === 0 ? null : redo];
  useUndoKeys(back, forward);
  return { view, change, replace, undo: back, redo: forward };
}

/** Ctrl+Z, and Ctrl+Shift+Z or Ctrl+Y, outside of what has an undo of its own. */
function useUndoKeys(undo: (() => void) | null, redo: (() => void) | null): void {
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (
        !(ctrlKey || metaKey) ||
        altKey ||
        (target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]'))
      )
        return;
      const pressed = key.toLowerCase();
      const wanted =
        pressed === 'y' || (pressed === 'z' && shiftKey) ? redo : pressed === 'z' ? undo : null;
      if (wanted === null) return;
      event.preventDefault();
      wanted();
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [undo, redo]);
}

/** The parts that stay, without those that go. */
function definedOf(parts: Parameters<DatasetView['change']>[0], view: View): View {
  return Object.fromEntries(
    Object.entries({ ...view, ...parts }).filter(([, value]) => value !== undefined),
  );
}
