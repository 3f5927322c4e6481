import { timeSeriesOptions } from '@columnist/contract';
import { openCodeRunner } from '@columnist/testing';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Days, months and numbers that lie unevenly. */
const csv = `day,month,place,y
2020-01-01,2020-01-01,1,5
2020-01-02,2020-02-01,2,7
2020-01-05,2020-05-01,5,6
2020-01-06,2020-06-01,6,9
2020-01-09,2021-01-01,9,12
2020-01-15,2021-03-01,12,11
2020-01-16,2021-04-01,13,14
`;

let tests: TestEngine;
let table: TableRef;
const runner = openCodeRunner();
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
  await writeFile(join(runner.folder, 'data.csv'), csv);
});
afterAll(async () => {
  runner.close();
  await tests.close();
});

describe('the code of a trend has its axis and its level', () => {
  // scipy.stats.theilslopes(y, x, 0.9), x typed in: days, months and numbers from the first on.
  test.for([
    ['day', 0.5, 0.2857142857142857, 1],
    ['month', 0.5, 0.3076923076923077, 0.75],
    ['place', 0.7142857142857143, 0.4, 1],
  ] as const)('by %s', async ([time, slope, low, high], { skip }) => {
    const asked = { method: 'mann_kendall', value: 'y', time, confidence_level: 0.9 };
    const found = await tests.engine.timeSeries(table, timeSeriesOptions.parse(asked));
    expect(found.estimate).toMatchObject({
      value: expect.closeTo(slope, 12),
      ci: { level: 0.9, low: expect.closeTo(low, 12), high: expect.closeTo(high, 12) },
    });
    const r = await runner.run('R', found.code.r, skip);
    expect(Number(/\[1\] (\S+)/.exec(r)?.[1])).toBeCloseTo(slope, 6);
    const python = await runner.run('Python', found.code.python, skip);
    const [, ...figures] =
      /slope=([\d.]+), intercept=\S+ low_slope=([\d.]+), high_slope=([\d.]+)/.exec(python) ?? [];
    expect(figures.map(Number)).toEqual([slope, low, high].map((one) => expect.closeTo(one, 12)));
  });
});
