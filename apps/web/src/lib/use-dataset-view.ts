import type { View } from '@columnist/contract';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readView, withoutEmpty, writeView } from './view-parts.ts';

export interface DatasetView {
  readonly view: View;
  /** Replaces parts of the view; an undefined part goes. */
  readonly change: (parts: Partial<{ [Part in keyof View]: View[Part] | undefined }>) => void;
  readonly replace: (view: View) => void;
  /** Back to the view before; null where there is none. */
  readonly undo: (() => void) | null;
}

/** The view of a dataset page, kept in its address, with every step undoable. */
export function useDatasetView(): DatasetView {
  const [query, setQuery] = useSearchParams();
  const [past, setPast] = useState<readonly (string | null)[]>([]);
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
    write(past.at(-1) ?? null);
  }, [write, past]);
  return { view, change, replace, undo: past.length === 0 ? null : undo };
}

/** The parts that stay, without those that go. */
function definedOf(parts: Parameters<DatasetView['change']>[0], view: View): View {
  return Object.fromEntries(
    Object.entries({ ...view, ...parts }).filter(([, value]) => value !== undefined),
  );
}
