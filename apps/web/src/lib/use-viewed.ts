import type {
  ColumnPicture,
  Dataset,
  DatasetColumn,
  operations,
  OutputOf,
  View,
  ViewEffect,
} from '@columnist/contract';
import { useMemo, useState } from 'react';
import { trpc } from './trpc.ts';
import { writeView } from './view-parts.ts';

export interface Viewed {
  /**
   * The view that these columns are of: while those of a changed one are on their way, the one
   * before. What is asked by names of columns is asked of it.
   */
  readonly view: View;
  /**
   * The dataset as the view shows it: its columns with their pictures, derived ones last, and its
   * rows.
   */
  readonly dataset: Dataset;
  /**
   * The same columns with the pictures of all rows where the view only keeps some of them, and
   * those of the kept rows.
   */
  readonly whole: Dataset;
  readonly kept: ReadonlyMap<string, ColumnPicture>;
  /** Of its columns those of the dataset that they are, under whatever name, without the view. */
  readonly own: ReadonlyMap<string, DatasetColumn>;
  /** Rows of the view; null while they are counted. */
  readonly total: number | null;
  readonly effects: readonly ViewEffect[];
  /** Whether the figures of the view are still on their way. */
  readonly pending: boolean;
  readonly error: unknown;
  readonly retry: () => unknown;
}

/** The parts of a view by which its columns may be others than those of the dataset. */
const shapeOf = ({ clean, impute, derive }: View): string =>
  JSON.stringify([clean, impute, derive]);

/** A view, and what the server says of it; nothing of all rows. */
interface Answered {
  readonly view: View;
  readonly found: OutputOf<typeof operations.datasets.pictures> | undefined;
}

/** What a view makes of a dataset. */
export function useViewed(dataset: Dataset, view: View): Viewed {
  const { sort: _, ...rowsOf } = view;
  const asked = writeView(rowsOf) !== null;
  const pictures = trpc.datasets.pictures.useQuery(
    { id: dataset.id, view: rowsOf },
    { enabled: asked, staleTime: Infinity, retry: false },
  );
  const pending = asked && pictures.isPending;
  // The view before is the one that was shown last, which may be that of all rows; not the one that
  // was asked last.
  const [last, setLast] = useState<Answered>({ view: {}, found: undefined });
  const now = pending ? last : { view, found: asked ? pictures.data : undefined };
  if (now.view !== last.view || now.found !== last.found) setLast(now);
  const { view: answered, found } = now;
  const shown = useMemo(() => {
    const original = new Map(dataset.columns.map((column) => [column.name, column]));
    if (found === undefined)
      return { dataset, whole: dataset, own: original, kept: new Map<string, ColumnPicture>() };
    // A column whose values a step changed is still that of its name, unless this was given away.
    const renamed = new Set(found.columns.map((column) => column.bars_of));
    const own = new Map(
      found.columns.flatMap(({ name, bars_of: of }) => {
        const column = original.get(of ?? (renamed.has(name) ? '' : name));
        return column === undefined ? [] : [[name, column]];
      }),
    );
    const kept = new Map<string, ColumnPicture>();
    const whole = found.columns.map((column) => {
      const before =
        column.bars_of === undefined || found.dataset_version !== dataset.version
          ? undefined
          : original.get(column.bars_of);
      if (before === undefined || before.picture === null) return column;
      kept.set(column.name, column.picture);
      return { ...before, name: column.name };
    });
    const facts = { row_count: found.n_used, column_count: found.columns.length };
    return {
      dataset: { ...dataset, ...facts, columns: found.columns },
      whole: { ...dataset, column_count: facts.column_count, columns: whole },
      own,
      kept,
    };
  }, [dataset, found]);
  return {
    ...shown,
    view: shapeOf(answered) === shapeOf(view) ? view : answered,
    total: asked ? (found?.n_used ?? null) : dataset.row_count,
    effects: found?.view_effects ?? [],
    pending,
    error: asked && pictures.isError ? pictures.error : null,
    retry: pictures.refetch,
  };
}
