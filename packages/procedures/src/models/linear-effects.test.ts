import type { TestResult } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../testing-figures.ts';

let tests: TestEngine;
let fit: (formula: string, sumsOfSquares?: 1 | 2) => Promise<TestResult>;
beforeAll(async () => {
  tests = await openTestEngine({ workers: 1 });
  const rows = Array.from({ length: 60 }, (_, i) => {
    const [x, female] = [((i * 37) % 61) / 4, i % 2 === 0];
    const noise = ((i * 53) % 29) / 7;
    return [
      female ? 'female' : 'male',
      x,
      40 - 0.8 * x + (female ? 0 : 4) + noise,
      `site ${i % 3}`,
    ].join(',');
  });
  const { table } = await tests.admit(`sex,x,bill_mm,site\n${rows.join('\n')}\n`);
  fit = (formula, sumsOfSquares = 2) =>
    tests.engine.fitRegression(table, {
      method: 'linear',
      formula,
      errors: 'classical',
      sums_of_squares: sumsOfSquares,
      confidence_level: 0.95,
      seed: 1,
    });
});
afterAll(() => tests.close());

/** What follows the tests of the terms. */
const foundIn = ({ sentence }: TestResult): string =>
  (/ Found to explain: (.*)$/.exec(sentence)?.[1] ?? '').replaceAll(/ \(p [^)]*\)/g, '');
const two = (value: unknown): string => Math.abs(Number(value)).toFixed(2);

test('the finding says the difference of two groups, and the coefficients are drawn before the residuals', async () => {
  const result = await fit('bill_mm ~ sex');
  const [, male = []] = rowsOf(result, 'Coefficients');
  const [name, value, , low, high] = male;
  expect(foundIn(result)).toBe(
    `sex: bill_mm is ${two(value)} higher for male than for female, 95% CI [${two(low)}, ${two(high)}].`,
  );
  expect(result.picture).toEqual({
    kind: 'intervals',
    x_name: 'coefficient, in bill_mm',
    items: [{ name, value, low, high, expected: 0 }],
  });
  expect(result.pictures?.map(({ title, picture }) => [title, picture.kind])).toEqual([
    ['Residuals against fitted values', 'points'],
    ['Normal Q–Q of the residuals', 'quantiles'],
  ]);
});

test('of several terms each is said at equal values of the others, a fall as how much lower', async () => {
  const result = await fit('bill_mm ~ x + sex');
  const [, x = [], male = []] = rowsOf(result, 'Coefficients');
  const ofX = [x[1], x[4], x[3]].map((value) => Math.abs(Number(value)).toFixed(3));
  expect(foundIn(result)).toBe(
    `x: bill_mm is ${ofX[0] ?? ''} lower for each 1 more of x, 95% CI [${ofX[1] ?? ''}, ${ofX[2] ?? ''}]; ` +
      `sex: bill_mm is ${two(male[1])} higher for male than for female, 95% CI [${two(male[3])}, ${two(male[4])}]. ` +
      'Each difference is at equal values of the other terms.',
  );
});

test.each([
  ['a product', 'bill_mm ~ x * sex', 2],
  ['a power', 'bill_mm ~ x + I(x^2)', 2],
  ['a logarithm', 'log(bill_mm) ~ sex', 2],
  ['no intercept', 'bill_mm ~ x - 1', 2],
  ['sums of squares in order', 'bill_mm ~ x + sex', 1],
] as const)('no difference is said of %s', async (_, formula, type) => {
  expect((await fit(formula, type)).sentence).not.toMatch(/higher|lower|equal values/);
});
