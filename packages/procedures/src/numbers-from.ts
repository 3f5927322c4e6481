import type { ColumnType } from '@columnist/contract';

/** How numbers come of a column that has none: texts may hold them, or answers in an order. */
export const numbersFrom = (type: ColumnType): string =>
  type === 'text' || type === 'category'
    ? "read numbers from it with to_number(), or give each answer its number with case(x = 'Agree', 4, …)"
    : type === 'boolean'
      ? 'make numbers of it with if(x, 1, 0)'
      : 'derive one from it';
