import type { ResultTable } from '@columnist/contract';

const listedAtMost = 100;

/** Rows by their numbers in the file, counted from 1. */
export function listed(
  title: string,
  found: readonly { readonly row: number; readonly figures: readonly number[] }[],
  columns: readonly string[],
): ResultTable {
  return {
    title:
      found.length > listedAtMost
        ? `${title}, the first ${listedAtMost} of ${found.length}`
        : title,
    columns: ['row', ...columns],
    rows: found.slice(0, listedAtMost).map(({ row, figures }) => [row + 1, ...figures]),
    single_rows: true,
  };
}
