import { valueTypeOf, type CountedColumn } from '@columnist/contract';
import type { TableColumn } from '../table/table-column.ts';

/** A column whose code is written, with its smallest and largest value where these are known. */
export type CodedColumn = TableColumn & Partial<Pick<CountedColumn, 'low' | 'high'>>;

const namesAtMost = 5;

/** A comment on columns with whole numbers that the floats of R and Python do not hold. */
export function sayRounded(table: readonly CodedColumn[], exact: string): string[] {
  const names = table
    .filter((column) => valueTypeOf(column) === 'number' && column.storage !== 'DOUBLE')
    .filter(({ low = null, high = null }) =>
      [low, high].some((end) => Math.abs(Number(end)) > Number.MAX_SAFE_INTEGER),
    )
    .map(({ name }) => `'${name.replaceAll(/\s+/g, ' ')}'`);
  if (names.length === 0) return [];
  const more = names.length - namesAtMost;
  return [
    `# Numbers beyond 2^53 are rounded to 64-bit floats, in ${names.slice(0, namesAtMost).join(', ')}` +
      `${more > 0 ? ` and ${more} more` : ''} (see ${exact})`,
  ];
}
