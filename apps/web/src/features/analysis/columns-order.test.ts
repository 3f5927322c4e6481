import type { DatasetColumn } from '@columnist/contract';
import { expect, it } from 'vitest';
import { nextOrder, readOrder, sortColumns, writeOrder } from './columns-order.ts';

const column = (name: string, missing: number): DatasetColumn => ({
  name,
  type: 'number',
  storage: 'BIGINT',
  missing,
  distinct: 1,
  low: null,
  high: null,
  picture: null,
});
const columns = [column('b', 2), column('a', 7), column('c', 2)];
const names = (order: string | null) =>
  sortColumns(columns, readOrder(order), new Map())
    .map(({ name }) => name)
    .join('');

it('orders by any figure, ties and columns without one in the order of the file', () => {
  expect([null, 'name', '-name', '-missing', 'missing', '-mean', 'nonsense'].map(names)).toEqual([
    'bac',
    'abc',
    'cba',
    'abc',
    'bca',
    'bac',
    'bac',
  ]);
});

it('a head steps through both directions and back to the file', () => {
  const clicks = (by: 'name' | 'mean') => {
    const first = nextOrder(null, by);
    const second = nextOrder(first, by);
    return [first, second, nextOrder(second, by)].map(writeOrder);
  };
  expect([clicks('mean'), clicks('name')]).toEqual([
    ['-mean', 'mean', null],
    ['name', '-name', null],
  ]);
});
