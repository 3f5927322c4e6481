import type { View } from '@columnist/contract';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
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

/** Views as they are written in the address, null for all rows. */
interface History {
  readonly past: readonly (string | null)[];
  readonly future: readonly (string | null)[];
  now: string | null;
  /** Whether the address does not have `now` yet. */
  isWriting: boolean;
}

/** The view of a dataset page, kept in its address, with every step undoable and redoable. */
export function useDatasetView(): DatasetView {
  const [query, setQuery] = useSearchParams();
  const written = query.get('view');
  const view = useMemo(() => readView(written), [written]);
  // The address follows later than the next key may come: what was written last is kept here.
  const history = useRef<History>({ past: [], now: written, future: [], isWriting: false });
  const [steps, setSteps] = useState({ back: 0, forward: 0 });
  useLayoutEffect(() => {
    const kept = history.current;
    if (written === kept.now) kept.isWriting = false;
    else if (!kept.isWriting) {
      // A link has led to another view, such as a remedy, or the browser has gone back.
      history.current = { ...followed(kept, written), isWriting: false };
      const { past, future } = history.current;
      setSteps({ back: past.length, forward: future.length });
    }
  }, [written]);
  const go = useCallback(
    (to: Omit<History, 'isWriting'>) => {
      history.current = { ...to, isWriting: true };
      setSteps({ back: to.past.length, forward: to.future.length });
      setQuery((previous) => {
        if (to.now === null) previous.delete('view');
        else previous.set('view', to.now);
        return previous;
      });
    },
    [setQuery],
  );
  const replace = useCallback(
    (next: View) => {
      const { past, now } = history.current;
      const text = writeView(next);
      if (text !== now) go({ past: [...past, now], now: text, future: [] });
    },
    [go],
  );
  const change = useCallback(
    (parts: Parameters<DatasetView['change']>[0]) =>
      replace(withoutEmpty({ ...view, ...definedOf(parts, view) })),
    [replace, view],
  );
  const undo = useCallback(() => {
    const { past, now, future } = history.current;
    if (past.length === 0) return;
    go({ past: past.slice(0, -1), now: past.at(-1) ?? null, future: [...future, now] });
  }, [go]);
  const redo = useCallback(() => {
    const { past, now, future } = history.current;
    if (future.length === 0) return;
    go({ past: [...past, now], now: future.at(-1) ?? null, future: future.slice(0, -1) });
  }, [go]);
  const [back, forward] = [steps.back === 0 ? null : undo, steps.forward === 0 ? null : redo];
  useUndoKeys(back, forward);
  return { view, change, replace, undo: back, redo: forward };
}

/** What was done once the address has another view by itself. */
export function followed(
  { past, now, future }: Omit<History, 'isWriting'>,
  written: string | null,
): Omit<History, 'isWriting'> {
  if (past.length > 0 && past.at(-1) === written)
    return { past: past.slice(0, -1), now: written, future: [...future, now] };
  if (future.length > 0 && future.at(-1) === written)
    return { past: [...past, now], now: written, future: future.slice(0, -1) };
  return { past: [...past, now], now: written, future: [] };
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
