import { comparisonOptions, regressionOptions, type TestResult } from '@columnist/contract';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectSame } from './testing-figures.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

const admit = async (csv: string): Promise<TableRef> => (await tests.admit(csv)).table;

/** The residuals that the picture of their quantiles shows, from the smallest. */
function residualsIn({ pictures = [] }: TestResult): readonly (number | null)[] {
  const found = pictures.find(({ title }) => title === 'Normal Q–Q of the residuals')?.picture;
  return found?.kind === 'quantiles' ? found.observed : [];
}

it('shows residuals about 0, whatever their size', async () => {
  const four = await admit('y,x\n1.5,2\n2.5,1\n4,8\n7,9.5\n');
  const line = await tests.engine.fitRegression(
    four,
    regressionOptions.parse({ method: 'linear', formula: 'y ~ x' }),
  );
  // R: sort(residuals(lm(y ~ x)))
  expectSame(
    residualsIn(line),
    [-1.18915801614764, -0.685697808535179, 0.814878892733564, 1.05997693194925],
    1e-9,
  );
  const cells = await admit(
    'y,g,h\n0,a,u\n10,a,u\n5,a,v\n25,a,v\n100,b,u\n160,b,u\n7,b,v\n9,b,v\n',
  );
  const factorial = await tests.engine.compareGroups(
    cells,
    comparisonOptions.parse({ method: 'factorial_anova', value: 'y', factors: ['g', 'h'] }),
  );
  expectSame(residualsIn(factorial), [-30, -10, -5, -1, 1, 5, 10, 30], 1e-9);
});

it('says what a model without an intercept is compared with', async () => {
  const counts = await admit('n,z,g\n2,3,a\n1,1,a\n4,2,a\n6,5,b\n9,7,b\n7,6,b\n');
  const found = await tests.engine.fitRegression(
    counts,
    regressionOptions.parse({ method: 'poisson', formula: 'n ~ g - 1' }),
  );
  // R: f <- glm(n ~ g - 1, poisson); f$null.deviance - f$deviance, of the likelihood of a rate of 1.
  const [a, b] = [7, 22];
  const chi = 2 * (a * Math.log(a / 3) - (a - 3) + b * Math.log(b / 3) - (b - 3));
  expectSame([found.statistic?.value, found.df[0]], [chi, 2], 1e-12);
  expect(found.hypotheses).toEqual({
    null: 'The coefficients of n ~ 0 + g are all 0.',
    alternative: 'The formula n ~ 0 + g fits n better than a rate of 1 in every row.',
  });
});

it('gives no Hedges’ g of two values, of which the correction would make 0', async () => {
  const two = await admit('x,y\n1,3\n2,8\n');
  const found = await tests.engine.compareGroups(
    two,
    comparisonOptions.parse({ method: 'one_sample_t', value: 'x', mu: 0 }),
  );
  expect(found.effects.map(({ name }) => name)).toEqual(["Cohen's d"]);
  expect(found.effects[0]?.value).toBeCloseTo(1.5 / Math.sqrt(0.5), 12);
  expect(found.apa).toMatch(/^t\(1\) = 3\.00, p = \.205, Cohen’s d = 2\.12, 95% CI/);
});
