import type { CountedColumn } from '@columnist/contract';
import type { ColumnSketch } from '@columnist/workers';
import { LRUCache } from 'lru-cache';
import { jobOf, type ServiceContext } from '../context.ts';
import type { TableRef } from '@columnist/workers';

/** Hashes that decide whether two columns have the same values. */
const fewestHashes = 8;
/** Hashes that are kept, of all tables together: some 30 MB. */
const mostKept = 2_000_000;

const kept = new LRUCache<string, readonly ColumnSketch[]>({
  maxSize: mostKept,
  sizeCalculation: (columns) => columns.reduce((sum, { hashes }) => sum + hashes.length, 1),
});

/** The columns of a version as they are compared with those of others, which never change. */
export async function sketchesOf(
  ctx: ServiceContext,
  table: TableRef,
): Promise<readonly ColumnSketch[]> {
  const key = `${table.datasetId} ${table.version}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const { columns } = await ctx.engine.sketchColumns(table, jobOf(ctx));
  kept.set(key, columns);
  return columns;
}

interface Described {
  readonly columns: readonly CountedColumn[];
  readonly sketches: readonly ColumnSketch[];
}
export type SharedColumns = readonly { readonly first: string; readonly other: string }[];

/**
 * Columns that two tables share: those of one name, unless most of their values differ, and those
 * of other names that have the same values. Null where rows of one are hardly rows of the other:
 * where not at least two columns are shared, one of them by its values, nor all names of a table.
 */
export function sharedColumns(ours: Described, theirs: Described): SharedColumns | null {
  const alike = (one: CountedColumn, other: CountedColumn): boolean | null => {
    if (one.type !== other.type) return false;
    const [a, b] = [sketchOf(ours, one.name), sketchOf(theirs, other.name)];
    return a === undefined || b === undefined ? null : haveSameValues(a, b);
  };
  const named = ours.columns.flatMap((first) => {
    const other = theirs.columns.find(({ name }) => name === first.name);
    const same = other === undefined ? false : alike(first, other);
    return other === undefined || same === false ? [] : [{ first, other, same }];
  });
  const [left, free] = [
    ours.columns.filter((one) => named.every(({ first }) => first !== one)),
    new Set(theirs.columns.filter((one) => named.every(({ other }) => other !== one))),
  ];
  const renamed = left.flatMap((first) => {
    const other = [...free].find((one) => alike(first, one) === true);
    if (other === undefined) return [];
    free.delete(other);
    return [{ first, other, same: true }];
  });
  const shared = [...named, ...renamed];
  const names = new Set(ours.columns.map(({ name }) => name));
  const common = theirs.columns.filter(({ name }) => names.has(name)).length;
  const isNear =
    (shared.length > 1 && shared.some(({ same }) => same === true)) ||
    (common > 0 && (common === theirs.columns.length || common === names.size));
  return isNear
    ? shared.map(({ first, other }) => ({ first: first.name, other: other.name }))
    : null;
}

const sketchOf = ({ sketches }: Described, name: string): ColumnSketch | undefined =>
  sketches.find((one) => one.name === name);

/** Whether most values of one column are values of the other; null where too few are known. */
export function haveSameValues(one: ColumnSketch, other: ColumnSketch): boolean | null {
  const below = (sketch: ColumnSketch): number =>
    sketch.isWhole ? Infinity : (sketch.hashes.at(-1) ?? Infinity);
  const limit = Math.min(below(one), below(other));
  const [a, b] = [one, other].map(({ hashes }) => hashes.filter((hash) => hash <= limit));
  const known = new Set(b);
  const fewer = Math.min(a?.length ?? 0, known.size);
  if (fewer < fewestHashes) return null;
  return 2 * (a ?? []).filter((hash) => known.has(hash)).length >= fewer;
}
