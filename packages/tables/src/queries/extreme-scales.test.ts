import { aggregateOptions } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

type Aggregates = z.input<typeof aggregateOptions.aggregates>;
const aggregate = async (csv: string, aggregates: Aggregates): Promise<unknown> => {
  const { table } = await tests.admit(csv);
  const { items } = await tests.engine.aggregate(table, {
    group_by: [],
    aggregates: aggregateOptions.aggregates.parse(aggregates),
    limit: 10,
  });
  return items[0];
};
/** As near as a double is: `toBeCloseTo` counts decimals, of which small figures have none. */
const near = (value: number): unknown => ({
  asymmetricMatch: (found: unknown) =>
    typeof found === 'number' && Math.abs(found / value - 1) < 1e-13,
});

describe('numbers whose squares leave the range of a double', () => {
  const covariances: Aggregates = [
    { statistic: 'covariance', of: 'x', with: 'z' },
    { statistic: 'covariance', of: 'x', with: 'z', ddof: 0 },
    { statistic: 'correlation', of: 'x', with: 'z' },
  ];
  const pairs = (exponent: string): string =>
    `x,z\n1.0e${exponent},2\n2.0e${exponent},5\n4.0e${exponent},4\n`;

  // (−4/3 · −5/3 + −1/3 · 4/3 + 5/3 · 1/3) / 2 = 7/6; the correlation is (7/6) / √(7/3 · 7/3).
  test.each(['-300', '-160', '-110', '-99', '0', '99', '110', '160', '300'])(
    'have covariances at 1e%s',
    async (exponent) => {
      const size = Number(`1e${exponent}`);
      expect(await aggregate(pairs(exponent), covariances)).toEqual([
        near((7 / 6) * size),
        near((7 / 9) * size),
        near(0.5),
      ]);
    },
  );

  test('have none where a double does not hold it', async () => {
    const both = (exponent: string): string =>
      `x,z\n${['1,2', '2,5', '4,4'].map((row) => row.replaceAll(/\d/g, `$&.0e${exponent}`)).join('\n')}\n`;
    expect(await aggregate(both('-300'), covariances)).toEqual([null, null, near(0.5)]);
    expect(await aggregate(both('300'), covariances)).toEqual([null, null, near(0.5)]);
  });

  // 1, 2, 4, 7: Σ (x − 3.5)² = 21. With weights 1, 2, 1, 3: Σ w = 7, mean 30 / 7,
  // Σ w (x − mean)² = 304 / 7, divided by 7 (1 − 15 / 49) = 34 / 7.
  test.each(['-300', '-160', '0', '160', '300'])('have standard deviations at 1e%s', async (of) => {
    const size = Number(`1e${of}`);
    const csv = `x,wt\n${[1, 2, 4, 7].map((value, i) => `${value}.0e${of},${[1, 2, 1, 3][i]}`).join('\n')}\n`;
    expect(
      await aggregate(csv, [
        { statistic: 'sd', of: 'x' },
        { statistic: 'sd', of: 'x', ddof: 0 },
        { statistic: 'mean', of: 'sd(x)' },
        { statistic: 'max', of: 'zscore(x)' },
      ]),
    ).toEqual([
      near(Math.sqrt(7) * size),
      near(Math.sqrt(21 / 4) * size),
      near(Math.sqrt(7) * size),
      near(3.5 / Math.sqrt(7)),
    ]);
    const { table } = await tests.admit(csv);
    const { columns } = await tests.engine.describe(table, {
      columns: ['x'],
      weights: 'wt',
      quantiles: [],
      confidence_level: 0.95,
      plot: false,
      correlations: false,
    });
    expect(columns[0]).toMatchObject({
      sd: near(Math.sqrt(7) * size),
      weighted: { mean: near((30 / 7) * size), sd: near(Math.sqrt(304 / 34) * size) },
    });
    const isHeld = of === '0';
    expect(columns[0]).toMatchObject({ variance: isHeld ? near(7) : null });
    expect(columns[0]?.type === 'number' && columns[0].reasons['variance']).toBe(
      isHeld ? undefined : 'Beyond the range of a double.',
    );
  });
});
