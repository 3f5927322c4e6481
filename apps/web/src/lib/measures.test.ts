import type { DatasetColumn } from '@columnist/contract';
import { expect, test } from 'vitest';
import { measures } from './measures.ts';

const column = (name: string, storage = 'BIGINT'): DatasetColumn => ({
  name,
  type: 'number',
  storage,
  missing: 0,
  distinct: 40,
  low: 1,
  high: 400,
  picture: {
    kind: 'number',
    counts: [1],
    edges: [1, 40],
    labels: null,
    rest: false,
    n: 40,
    clipped: { low: false, high: false },
    missing: 0,
  },
});

test.each([
  [column('arr_delay'), true],
  [column('flight_id'), false],
  [column('id'), false],
  [column('day'), false],
  [column('Month'), false],
  [column('days_open'), true],
  [{ ...column('arr_delay'), picture: null }, false],
  [column('id', 'DOUBLE'), true],
])('%j', (one, expected) => {
  expect(measures(one)).toBe(expected);
});
