import { titleOf, type Dataset } from '@columnist/contract';
import { useMemo, type ReactNode } from 'react';
import { isolateBy } from '../lib/isolate.ts';
import { Isolation } from '../lib/isolation.ts';

/** Sentences in it are about these columns: their names and levels are isolated as wholes. */
export function KnownNames({
  columns,
  children,
}: {
  readonly columns: Dataset['columns'];
  readonly children: ReactNode;
}) {
  const isolate = useMemo(
    () =>
      isolateBy(
        columns.flatMap((column) => [
          column.name,
          titleOf(column),
          ...(column.picture?.labels ?? []),
        ]),
      ),
    [columns],
  );
  return <Isolation value={isolate}>{children}</Isolation>;
}
