import { operations } from '@columnist/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { queryReader } from './query-values.ts';

const read = queryReader(
  z.strictObject({
    text: z.string(),
    whole: z.int(),
    real: z.number(),
    flag: z.boolean(),
    names: z.array(z.string()),
    shares: z.array(z.number()),
    tree: z.strictObject({ a: z.int() }),
    kind: z.enum(['1', '2']),
  }),
);

test.each([
  [{ text: '12' }, { text: '12' }],
  [
    { whole: '12', real: '-1.5e3' },
    { whole: 12, real: -1500 },
  ],
  [
    { whole: '', real: '0x10' },
    { whole: '', real: '0x10' },
  ],
  [
    { whole: 'Infinity', real: ' 1' },
    { whole: 'Infinity', real: ' 1' },
  ],
  [{ whole: ['1', '2'] }, { whole: ['1', '2'] }],
  [{ flag: 'true' }, { flag: true }],
  [{ flag: 'false' }, { flag: false }],
  [{ flag: 'yes' }, { flag: 'yes' }],
  [{ names: 'a,b' }, { names: ['a', 'b'] }],
  [{ names: ['a,b', 'c'] }, { names: ['a,b', 'c'] }],
  [{ names: '["a,b"]' }, { names: ['a,b'] }],
  [{ shares: '0.1,0.9' }, { shares: [0.1, 0.9] }],
  [{ shares: '0.1,half' }, { shares: [0.1, 'half'] }],
  [{ tree: '{"a":1}' }, { tree: { a: 1 } }],
  [{ tree: '{"a":' }, { tree: '{"a":' }],
  [{ kind: '1' }, { kind: '1' }],
  [{ unknown: '1' }, { unknown: '1' }],
])('%j is %j', (query, input) => {
  expect(read(query)).toEqual(input);
});

test('fields of every member of a union are known', () => {
  expect(
    queryReader(operations.datasets.statistics.input)({
      quantiles: '0.5',
      correlations: 'false',
      view: '{"sort":[{"column":"a"}]}',
    }),
  ).toEqual({ quantiles: [0.5], correlations: false, view: { sort: [{ column: 'a' }] } });
});

test('the shared schemas stay as they are', () => {
  const { input } = operations.datasets.rows;
  queryReader(input)({ limit: '5' });
  expect(input.safeParse({ id: '01900000-0000-7000-8000-000000000000', limit: '5' }).success).toBe(
    false,
  );
});
