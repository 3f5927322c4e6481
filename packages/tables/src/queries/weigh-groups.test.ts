import { AppError, type View } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TableRef } from '../table/table-ref.ts';
import type { AggregateInput } from './inputs.ts';

let tests: TestEngine;
let table: TableRef;

const csv = `g,x,ok,w,minus
a,1.5,true,2,-1
a,2.25,false,0.5,1
a,,true,3,1
a,4,false,0,1
a,7.1,true,1.25,1
b,10,false,4,1
b,12,true,1,1
c,3,true,0,1
d,5,,2,1
`;

beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
});
afterAll(() => tests.close());

const aggregate = (aggregates: AggregateInput['aggregates'], view?: View) =>
  tests.engine.aggregate(table, { group_by: ['g'], aggregates, limit: 10, view });
const weights = 'w';

test('weighted figures of groups are those of R', async () => {
  const { items, columns, method } = await aggregate([
    { statistic: 'mean', of: 'x', weights },
    { statistic: 'sd', of: 'x', weights },
    { statistic: 'sum', of: 'x', weights },
    { statistic: 'mean', of: 'ok', weights },
    { statistic: 'true_share', of: 'ok', weights, name: 'share of ok' },
    { statistic: 'sum', of: 'ok', weights },
    { statistic: 'share', weights },
    { statistic: 'mean', of: 'x' },
  ]);
  expect(columns.map(({ name }) => name)).toEqual([
    'g',
    'mean_x_by_w',
    'sd_x_by_w',
    'sum_x_by_w',
    'mean_ok_by_w',
    'share of ok',
    'sum_ok_by_w',
    'share_by_w',
    'mean_x',
  ]);
  // R, of the rows with a weight above 0: weighted.mean(x, w), sqrt(cov.wt(cbind(x), w / sum(w),
  // method = 'unbiased')$cov), sum(w * x), and sums of w over that of all.
  const [a, b, c, d] = items;
  expect(a?.slice(1)).toEqual([
    expect.closeTo(3.4666666666666668, 14),
    expect.closeTo(3.3694539167303792, 14),
    13,
    expect.closeTo(0.92592592592592593, 15),
    expect.closeTo(0.92592592592592593, 15),
    6.25,
    expect.closeTo(0.49090909090909091, 15),
    3.7125,
  ]);
  expect(b?.slice(1)).toEqual([
    10.4,
    expect.closeTo(1.4142135623730954, 14),
    52,
    0.2,
    0.2,
    1,
    expect.closeTo(0.36363636363636365, 15),
    11,
  ]);
  expect([c, d]).toEqual([
    ['c', null, null, null, null, null, null, 0, 3],
    ['d', 5, null, 10, null, null, null, expect.closeTo(0.14545454545454545, 15), 5],
  ]);
  expect(method['weighted']).toMatch(/^of rows with a weight above 0: mean as R weighted\.mean/);
});

test('weighted figures of groups are those of a description of each group alone', async () => {
  const { items } = await aggregate([
    { statistic: 'mean', of: 'x', weights },
    { statistic: 'sd', of: 'x', weights },
    { statistic: 'true_share', of: 'ok', weights },
  ]);
  for (const [g, ...found] of items) {
    const { columns } = await tests.engine.describe(table, {
      columns: ['x', 'ok'],
      view: { filter: { column: 'g', op: 'eq', value: g ?? '' } },
      weights,
      quantiles: [],
      confidence_level: 0.95,
      correlations: false,
      plot: false,
    });
    const [x, ok] = columns;
    if (x?.type !== 'number' || ok?.type !== 'boolean') throw new Error('They have such types.');
    expect(found).toEqual([
      x.weighted?.mean ?? null,
      x.weighted?.sd ?? null,
      ok.weighted?.true_share ?? null,
    ]);
  }
});

test('weights may be an expression, and all rows one group', async () => {
  const { items } = await tests.engine.aggregate(table, {
    group_by: [],
    aggregates: [
      { statistic: 'mean', of: 'x * 2', weights: 'w * 10' },
      { statistic: 'share', weights },
    ],
    limit: 10,
  });
  // (13 + 52 + 10) * 2 / (3.75 + 5 + 2)
  expect(items).toEqual([[expect.closeTo(150 / 10.75, 13), 1]]);
});

test.each<[AggregateInput['aggregates'][number], string]>([
  [{ statistic: 'median', of: 'x', weights }, "'median' takes no weights."],
  [{ statistic: 'count', weights }, "'count' takes no weights."],
  [
    { statistic: 'sd', of: 'x', ddof: 0, weights },
    'A weighted sd has a divisor of its own, 1 − Σ w² of weights whose sum is 1: it takes no ddof.',
  ],
  [{ statistic: 'mean', of: 'x', weights: 'g' }, "'g' is a category column; weights are numbers."],
  [{ statistic: 'sd', of: 'ok', weights }, "'sd' needs a number column; 'ok' is a boolean column."],
  [{ statistic: 'mean', of: 'x', weights: 'minus' }, "'minus' has a weight below 0."],
])('%j is refused', async (asked, message) => {
  const refused: unknown = await aggregate([asked]).catch((error: unknown) => error);
  if (!(refused instanceof AppError)) throw new Error('It was not refused.', { cause: refused });
  expect(refused.message).toBe(message);
});
