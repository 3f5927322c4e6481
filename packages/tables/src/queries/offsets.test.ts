import { aggregateOptions } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

/** In tenths, each more than `offset`. */
const tenths = [15, -3, 22, 9, 31, 12, -11, 27, 4, 19, 1, 24];
const csvOf = (lines: readonly string[]): string => `x\n${lines.join('\n')}\n`;
const ofDecimals = (offset: bigint): string =>
  csvOf(tenths.map((value) => (offset * 10n + BigInt(value)).toString().replace(/(?=.$)/, '.')));
const ofIntegers = (offset: bigint): string =>
  csvOf(tenths.map((value) => (offset + BigInt(value)).toString()));

const figures = async (csv: string): Promise<unknown> => {
  const { table } = await tests.admit(csv);
  const { items } = await tests.engine.aggregate(table, {
    group_by: [],
    aggregates: aggregateOptions.aggregates.parse([
      { statistic: ['sd', 'iqr', 'mad', 'skewness'], of: 'x' },
      { statistic: 'max', of: 'sd(x)' },
      { statistic: 'max', of: 'zscore(x)' },
    ]),
    limit: 10,
  });
  const { columns } = await tests.engine.describe(table, {
    columns: ['x'],
    quantiles: [],
    confidence_level: 0.95,
    quantile_type: 8,
    plot: true,
    correlations: false,
  });
  const [x] = columns;
  if (x?.type !== 'number') throw new Error('A number column was described.');
  return [...(items[0] ?? []), x.sd, x.iqr, x.skewness, x.normal_plot?.line.slope];
};

// R: x <- c(1.5, -.3, 2.2, .9, 3.1, 1.2, -1.1, 2.7, .4, 1.9, .1, 2.4); sd(x); IQR(x); mad(x);
// e1071::skewness(x, type = 2); sd(x); max(scale(x)); sd(x); IQR(x, type = 8);
// e1071::skewness(x, type = 2); IQR(x, type = 8) / (2 * qnorm(.75))
const known = [
  1.2908770802689296, 1.925, 1.4826, -0.34643213994922195, 1.2908770802689296, 1.4331341289401374,
  1.2908770802689296, 2.0916666666666668, -0.34643213994922195, 1.5505548201871089,
];
const hasUnit = [true, true, true, false, true, false, true, true, false, true];
const near = (wanted: number): unknown => expect.closeTo(wanted, 12);

describe('an offset that all values share costs no digits', () => {
  test.each([0n, 1_000_000_000n, 1_000_000_000_000n, -9_007_199_254_740_993n])(
    'of decimals: %s',
    async (offset) => {
      expect(await figures(ofDecimals(offset))).toEqual(known.map(near));
    },
  );

  test.each([0n, 9_007_199_254_740_993n, 9_223_372_036_854_775_000n])(
    'of integers: %s',
    async (offset) => {
      expect(await figures(ofIntegers(offset))).toEqual(
        known.map((value, i) => near(hasUnit[i] === true ? 10 * value : value)),
      );
    },
  );
});
