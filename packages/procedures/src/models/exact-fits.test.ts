import { comparisonOptions, regressionOptions } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../testing-figures.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

const linear = async (header: string, row: (i: number) => unknown[], given: object) => {
  const rows = Array.from({ length: 20 }, (_, i) => row(i).join(','));
  const { table } = await tests.admit(`${header}\n${rows.join('\n')}\n`);
  const asked = regressionOptions.parse({ method: 'linear', ...given });
  return tests.engine.fitRegression(table, asked);
};
const tenths = (i: number, more: number): string => (i * 1.1 + more).toFixed(1);

describe('a response that follows exactly from what explains it leaves no error', () => {
  // R: summary.lm() warns of each: "essentially perfect fit: summary may be unreliable".
  it.each<[string, string, (i: number) => unknown[], object]>([
    ['whole numbers', 'x,y', (i) => [i, 2 * i + 3], { formula: 'y ~ x' }],
    ['decimals', 'x,y', (i) => [tenths(i, 0), tenths(i, 1)], { formula: 'y ~ x' }],
    ['a square', 'x,y', (i) => [i / 4, (i / 4) ** 2], { formula: 'y ~ x + I(x^2)' }],
    ['means of groups', 'g,y', (i) => ['ab'[i % 2], [1.1, 2.3][i % 2]], { formula: 'y ~ g' }],
    [
      'robust errors',
      'x,y',
      (i) => [tenths(i, 0), tenths(i, 1)],
      { formula: 'y ~ x', errors: 'hc3' },
    ],
    [
      'weights',
      'g,y,w',
      (i) => ['ab'[i % 2], [1.1, 2.3][i % 2], [0.3, 0.7, 1.1, 0.2][i % 4]],
      { formula: 'y ~ g', weights: 'w' },
    ],
    [
      'fifteen digits',
      'x,y',
      (i) => [Math.sqrt(i + 2).toPrecision(15), (Math.sqrt(i + 2) / 3 + 0.1).toPrecision(15)],
      { formula: 'y ~ x' },
    ],
  ])('%s', async (_, header, row, given) => {
    await expect(linear(header, row, given)).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'The model fits every row exactly: nothing is left to estimate its error from.',
    });
  });

  it('whatever its size: small values that vary are answered', async () => {
    const row = (unit: string) => (i: number) => [i, `${2 * i + 3 + ((i * 7) % 5)}${unit}`];
    const [usual, small] = [
      await linear('x,y', row(''), { formula: 'y ~ x' }),
      await linear('x,y', row('e-120'), { formula: 'y ~ x' }),
    ];
    expect(small.statistic?.value).toBeCloseTo(usual.statistic?.value ?? NaN, 9);
    expect(rowsOf(small, 'Coefficients')[1]?.[5]).toBeCloseTo(
      Number(rowsOf(usual, 'Coefficients')[1]?.[5]),
      9,
    );
    expect(small.assumptions[0]).toEqual(usual.assumptions[0]);
    // Their squares are no doubles any more.
    await expect(linear('x,y', row('e-170'), { formula: 'y ~ x' })).rejects.toMatchObject({
      message: 'These values are too large or too small for least squares.',
    });
  });

  it('a small error beside a large offset is an error', async () => {
    const result = await linear('x,y', (i) => [i, 1e9 + i + ((i * 7) % 5) / 100], {
      formula: 'y ~ x',
    });
    // R: y <- x + (x * 7) %% 5 / 100; summary(lm(y ~ x))$sigma
    expect(result.effects.find(({ name }) => name.includes('deviation'))?.value).toBeCloseTo(
      0.0147946116768914,
      6,
    );
  });

  it('nor do groups of equal values in several factors', async () => {
    const rows = Array.from({ length: 24 }, (_, i) => {
      const [g, h] = [i % 2, (i >> 1) % 2];
      return [g, h, 1.1 + 0.3 * g + 0.7 * h].join(',');
    });
    const { table } = await tests.admit(`g,h,y\n${rows.join('\n')}\n`);
    const given = { method: 'factorial_anova', value: 'y', factors: ['g', 'h'] };
    await expect(
      tests.engine.compareGroups(table, comparisonOptions.parse(given)),
    ).rejects.toMatchObject({
      message: 'Within the groups all values are equal: there is no spread to compare with.',
    });
  });
});
