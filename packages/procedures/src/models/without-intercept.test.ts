import { regressionOptions, type TestResult } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { effectOf } from '../testing-figures.ts';

let tests: TestEngine;
let fit: (formula: string) => Promise<TestResult>;
beforeAll(async () => {
  tests = await openTestEngine();
  const { table } = await tests.admit('x,y\n1,5\n2,3\n3,6\n4,4\n5,7\n6,3\n');
  fit = (formula) =>
    tests.engine.fitRegression(table, regressionOptions.parse({ method: 'linear', formula }));
});
afterAll(() => tests.close());

it('a model without an intercept is compared with 0, and says so', async () => {
  // R: summary(lm(y ~ x - 1)): R-squared .7329, F(1, 5) = 13.72, p = .01394. Of the variance it
  // explains nothing: the residual sum of squares is 38.5, that about the mean 13.3.
  const result = await fit('y ~ x - 1');
  expect(effectOf(result, 'R² about 0')).toBeCloseTo(1 - 38.4615384615385 / 144, 12);
  expect(result.hypotheses).toEqual({
    null: 'The coefficients of y ~ 0 + x are all 0.',
    alternative: 'The formula y ~ 0 + x explains some of the sum of squares of y about 0.',
  });
  expect(result.sentence).toBe(
    'The formula y ~ 0 + x explains 73.3% of the sum of squares of y about 0 (p = .014). Found to explain: x (p = .014, partial η² = .73).',
  );
  expect(result.apa).toBe('F(1, 5) = 13.72, p = .014, R² about 0 = .73.');
  const usual = await fit('y ~ x');
  expect(usual.hypotheses?.null).toBe('The coefficients of y ~ x beside the intercept are all 0.');
  expect(usual.sentence).toContain('R² = ');
});
