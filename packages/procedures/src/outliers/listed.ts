import type { ResultTable } from '@columnist/contract';
import { shownOf } from '../shown-of.ts';

const listedAtMost = 100;

/** Rows by their numbers in the file, counted from 1. */
export function listed(
  title: string,
  found: readonly { readonly row: number; readonly figures: readonly number[] }[],
  columns: readonly string[],
): ResultTable {
  return {
    title: shownOf(title, { shown: listedAtMost, of: found.length }),
    columns: ['row', ...columns],
    rows: found.slice(0, listedAtMost).map(({ row, figures }) => [row + 1, ...figures]),
    single_rows: true,
  };
}
