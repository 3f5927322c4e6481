import type { ColumnCells } from '@columnist/workers';
import { LRUCache } from 'lru-cache';
import { jobOf, type ServiceContext } from '../context.ts';
import { tableOf, type FoundDataset } from '../datasets/records/find-dataset.ts';

/** Values and limits that are kept, of all columns together: some 50 MB. */
const mostKept = 500_000;

/** The cells of columns of a version, which never change. */
const kept = new LRUCache<string, ColumnCells>({
  maxSize: mostKept,
  sizeCalculation: ({ values, limits }) => values.length + (limits?.cuts.length ?? 0) + 1,
});

/**
 * The cells of columns, by name, with their limits or without; each is measured once. Throws
 * unknown_column.
 */
export async function cellsOf(
  ctx: ServiceContext,
  found: FoundDataset,
  names: readonly string[],
  { limits }: { readonly limits: boolean },
): Promise<ReadonlyMap<string, ColumnCells>> {
  const keyOf = (name: string): string => `${found.version.id} ${limits} ${name}`;
  const wanted = [...new Set(names)];
  const missing = wanted.filter((name) => !kept.has(keyOf(name)));
  const { columns } =
    missing.length === 0
      ? { columns: [] }
      : await ctx.engine.measureCells(
          await tableOf(ctx, found),
          { columns: missing, limits },
          jobOf(ctx),
        );
  const fresh = new Map(columns.map((one) => [one.name, one]));
  for (const [name, one] of fresh) kept.set(keyOf(name), one);
  return new Map(
    wanted.flatMap((name) => {
      const one = fresh.get(name) ?? kept.get(keyOf(name));
      return one === undefined ? [] : [[name, one]];
    }),
  );
}
