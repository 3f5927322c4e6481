import type { Cell, Dataset, View } from '@columnist/contract';
import { useEffect, useState } from 'react';
import { trpc } from '../../lib/trpc.ts';

/** A row that was fetched. */
export interface FoundRow {
  readonly cells: readonly Cell[];
  /** Its data row in the file, from 1. */
  readonly number: number;
}

interface RowPages {
  /** A row of the view; null while it is on its way. */
  readonly rowAt: (row: number) => FoundRow | null;
  readonly error: unknown;
  readonly retry: () => void;
}

const mostRows = 200;
const mostCells = 40_000;
const restMilliseconds = 90;

/**
 * The rows from first to end of a view, fetched in pages once scrolling rests on them and then
 * kept.
 */
export function useRowPages(
  dataset: Dataset,
  view: View | undefined,
  first: number,
  end: number,
): RowPages {
  const size = Math.max(20, Math.min(mostRows, Math.floor(mostCells / dataset.column_count)));
  const from = Math.floor(first / size);
  const pages = Array.from(
    { length: end > first ? Math.floor((end - 1) / size) - from + 1 : 0 },
    (_, i) => from + i,
  );
  const sight = pages.join();
  const [rested, setRested] = useState('0');
  useEffect(() => {
    const timer = setTimeout(() => setRested(sight), restMilliseconds);
    return () => clearTimeout(timer);
  }, [sight]);
  const fetched = trpc.useQueries((t) =>
    pages.map((page) =>
      t.datasets.rows(
        {
          id: dataset.id,
          offset: page * size,
          limit: size,
          ...(view === undefined ? {} : { view }),
        },
        { staleTime: Infinity, enabled: rested === sight },
      ),
    ),
  );
  return {
    rowAt: (row) => {
      const page = fetched[Math.floor(row / size) - from]?.data;
      const cells = page?.items[row % size];
      return cells === undefined ? null : { cells, number: page?.row_numbers[row % size] ?? 0 };
    },
    error: fetched.find((page) => page.isError)?.error ?? null,
    retry: () => {
      for (const page of fetched) if (page.isError) void page.refetch();
    },
  };
}
