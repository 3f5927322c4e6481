/** Whether a column takes so much memory that it is not kept twice: from 24 MB. */
export const isLong = (rowCount: number): boolean => rowCount >= 3_000_000;

/**
 * Gives back the memory of a long column that nobody reads any more: it lies outside the heap,
 * where the collector is slow to notice. Workers are started with `--expose-gc`; elsewhere nothing
 * is done.
 */
export function letGo(rowCount: number): void {
  if (isLong(rowCount)) globalThis.gc?.();
}
