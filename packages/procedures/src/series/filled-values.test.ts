import { methods, timeSeriesOptions } from '@columnist/contract';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const left: ReadonlySet<number> = new Set([4, 5, 11, 17, 25, 26]);
const days = Array.from({ length: 48 }, (_, i) => i).filter((i) => !left.has(i));
const dayOf = (i: number): string => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10);
const csv = `day,v\n${days.map((i) => `${dayOf(i)},${((i * i * 7) % 41) + (i % 7) * 3}`).join('\n')}\n`;

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
});
afterAll(() => tests.close());

const ask = (method: string, gaps: string) =>
  tests.engine.timeSeries(
    table,
    timeSeriesOptions.parse({ method, value: 'v', time: 'day', gaps }),
  );

describe.each(methods.timeSeries.map(({ method }) => method))('%s', (method) => {
  it.each([
    ['linear', 'by a straight line between the neighbours'],
    ['previous', 'by the value before'],
    ['zero', 'by 0'],
  ])('says which values are filled: %s', async (gaps, how) => {
    const { sentence, assumptions, n_used: used } = await ask(method, gaps);
    const said = `6 of 48 values were filled in ${how}`;
    expect(used).toBe(42);
    expect(sentence.endsWith(`. ${said}.`), sentence).toBe(true);
    expect(assumptions[0]).toEqual({
      name: 'values measured, not filled in',
      verdict: 'doubtful',
      said: `${said}: 2 between 2024-01-04 and 2024-01-07, 1 between 2024-01-11 and 2024-01-13, 1 between 2024-01-17 and 2024-01-19, others in 1 gap more. They count as if they had been measured.`,
    });
  });
});

it('a single value that is missing may be filled in', async () => {
  const { table: short } = await tests.admit(
    `day,v\n${[0, 1, 2, 4, 5, 6].map((i) => `${dayOf(i)},${(i * 5) % 7}`).join('\n')}\n`,
  );
  const { assumptions } = await tests.engine.timeSeries(
    short,
    timeSeriesOptions.parse({ method: 'autocorrelation', value: 'v', time: 'day', lags: 1 }),
  );
  expect(assumptions[0]?.said).toBe(
    'One value is missing and was passed over. It can be filled (gaps).',
  );
});

it('a trend of few values says that its p is rough', async () => {
  const { table: short } = await tests.admit(
    `day,v\n${[4, 2, 3, 6, 5, 8].map((v, i) => `${dayOf(i)},${v}`).join('\n')}\n`,
  );
  const { assumptions } = await tests.engine.timeSeries(
    short,
    timeSeriesOptions.parse({ method: 'mann_kendall', value: 'v', time: 'day' }),
  );
  expect(assumptions[0]).toEqual({
    name: 'values enough for the normal approximation',
    verdict: 'doubtful',
    said: '6 values: the approximation of p by the normal distribution is rough for so few.',
  });
});
