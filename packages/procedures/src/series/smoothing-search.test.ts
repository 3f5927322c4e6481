import type { TestResult, TimeSeriesOptions } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, it } from 'vitest';
import { effectOf, expectSame, rowsOf } from '../testing-figures.ts';

/**
 * Series whose likelihood has several tops. The highest is of a fine grid of α and β in NumPy, the
 * first states by least squares, its best point refined by SciPy.
 */
const growing = [
  7.408, 7.727, 9.399, 9.251, 9.202, 10.603, 9.771, 9.558, 11.686, 12.283, 11.924, 11.843, 13.776,
  11.03, 15.943, 16.43, 13.959, 17.394, 16.504, 20.609, 16.389, 19.27, 23.83, 26.197, 19.771,
  24.537, 28.017, 26.818, 35.13, 27.963, 34.311, 31.348, 42.123, 38.391, 38.969, 35.808, 52.888,
  50.667, 53.269, 58.194,
];
const drifting = [
  8.713, 11.071, 11.363, 10.772, 10.577, 11.348, 10.88, 13.38, 11.921, 13.156, 13.749, 16.512,
  15.261, 16.233, 16.264, 19.3, 20.403, 19.161, 19.414, 19.487, 21.253, 21.398, 21.257, 20.521,
  22.463, 23.761, 24.881, 25.573, 26.003, 26.598, 26.792, 28.481, 27.706, 29.227, 31.058, 31.911,
  31.835, 32.228, 34.008, 34.996, 34.113, 35.913, 37.662, 36.92, 38.638, 38.727, 39.097, 41.271,
  42.451, 42.593,
];

let tests: TestEngine;
beforeAll(async () => (tests = await openTestEngine()));
afterAll(async () => tests.close());

const fit = async (
  values: readonly number[],
  input: Pick<TimeSeriesOptions & { method: 'ets' }, 'form' | 'log'>,
): Promise<TestResult> => {
  const { table } = await tests.admit(`v\n${values.join('\n')}\n`);
  return tests.engine.timeSeries(table, {
    method: 'ets',
    value: 'v',
    aggregate: 'mean',
    gaps: 'keep',
    confidence_level: 0.95,
    horizon: 4,
    ...input,
  });
};

it.each([
  [
    'logarithms',
    growing,
    true,
    16.498398146757,
    0.0313607732712,
    0.0313607732712,
    [58.90391165, 62.66076215, 66.65722196, 70.9085732],
  ],
  [
    'a drift',
    drifting,
    false,
    -96.2305219551285,
    0.409237178272,
    0.0001,
    [43.15886373268, 43.83843665211, 44.51800957154, 45.19758249098],
  ],
] as const)(
  'finds the highest top of the likelihood of %s',
  async (_name, values, log, likelihood, alpha, beta, forecast) => {
    const result = await fit(values, { form: 'AAN', log });
    expectSame([effectOf(result, 'log-likelihood')], [likelihood], 1e-9);
    expectSame([effectOf(result, 'α, level'), effectOf(result, 'β, trend')], [alpha, beta], 1e-5);
    expectSame(
      rowsOf(result, 'Forecast').map((row) => row[1]),
      forecast,
      1e-6,
    );
  },
);
