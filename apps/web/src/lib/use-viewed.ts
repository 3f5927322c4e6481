import type { ColumnPicture, Dataset, View, ViewEffect } from '@columnist/contract';
import { useMemo } from 'react';
import { trpc } from './trpc.ts';
import { writeView } from './view-parts.ts';

export interface Viewed {
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
  /** Rows of the view; null while they are counted. */
  readonly total: number | null;
  readonly effects: readonly ViewEffect[];
  /** Whether the figures of the view are still on their way. */
  readonly pending: boolean;
  readonly error: unknown;
  readonly retry: () => unknown;
}

const sameBars = (a: ColumnPicture, b: ColumnPicture): boolean =>
  a.kind === b.kind && JSON.stringify([a.labels, a.edges]) === JSON.stringify([b.labels, b.edges]);

/** What a view makes of a dataset. */
export function useViewed(dataset: Dataset, view: View): Viewed {
  const { sort: _, ...rowsOf } = view;
  const asked = writeView(rowsOf) !== null;
  const pictures = trpc.datasets.pictures.useQuery(
    { id: dataset.id, view: rowsOf },
    { enabled: asked, staleTime: Infinity, placeholderData: (previous) => previous, retry: false },
  );
  const found = asked ? pictures.data : undefined;
  const shown = useMemo(() => {
    if (found === undefined)
      return { dataset, whole: dataset, kept: new Map<string, ColumnPicture>() };
    const original = new Map(dataset.columns.map((column) => [column.name, column]));
    const kept = new Map<string, ColumnPicture>();
    const whole = found.columns.map((column) => {
      const before = original.get(column.name);
      if (
        before?.picture === null ||
        before === undefined ||
        !sameBars(before.picture, column.picture)
      )
        return column;
      kept.set(column.name, column.picture);
      return before;
    });
    const facts = { row_count: found.n_used, column_count: found.columns.length };
    return {
      dataset: { ...dataset, ...facts, columns: found.columns },
      whole: { ...dataset, column_count: facts.column_count, columns: whole },
      kept,
    };
  }, [dataset, found]);
  return {
    ...shown,
    total: asked ? (found?.n_used ?? null) : dataset.row_count,
    effects: found?.view_effects ?? [],
    pending: asked && (pictures.isPending || pictures.isPlaceholderData),
    error: asked && pictures.isError ? pictures.error : null,
    retry: pictures.refetch,
  };
}
