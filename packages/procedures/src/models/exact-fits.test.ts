import { comparisonOptions, regressionOptions } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { openCodeRunner } from '@columnist/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../testing-figures.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
const runner = openCodeRunner();
afterAll(async () => {
  runner.close();
  await tests.close();
});

const linear = async (header: string, row: (i: number) => unknown[], given: object) => {
  const rows = Array.from({ length: 20 }, (_, i) => row(i).join(','));
  const { table } = await tests.admit(`${header}\n${rows.join('\n')}\n`);
  const asked = regressionOptions.parse({ method: 'linear', ...given });
  return tests.engine.fitRegression(table, asked);
};
const tenths = (i: number, more: number): string => (i * 1.1 + more).toFixed(1);

describe('a response that follows exactly from what explains it', () => {
  // R: summary.lm() warns of each: "essentially perfect fit: summary may be unreliable".
  const cases: [string, string, (i: number) => unknown[], object, number[]][] = [
    ['whole numbers', 'x,y', (i) => [i, 2 * i + 3], { formula: 'y ~ x' }, [3, 2]],
    ['decimals', 'x,y', (i) => [tenths(i, 0), tenths(i, 1)], { formula: 'y ~ x' }, [1, 1]],
    ['a square', 'x,y', (i) => [i / 4, (i / 4) ** 2], { formula: 'y ~ x + I(x^2)' }, [0, 0, 1]],
    [
      'means of groups',
      'g,y',
      (i) => ['ab'[i % 2], [1.1, 2.3][i % 2]],
      { formula: 'y ~ g' },
      [1.1, 1.2],
    ],
    [
      'robust errors',
      'x,y',
      (i) => [tenths(i, 0), tenths(i, 1)],
      { formula: 'y ~ x', errors: 'hc3' },
      [1, 1],
    ],
    [
      'weights',
      'g,y,w',
      (i) => ['ab'[i % 2], [1.1, 2.3][i % 2], [0.3, 0.7, 1.1, 0.2][i % 4]],
      { formula: 'y ~ g', weights: 'w' },
      [1.1, 1.2],
    ],
    [
      'fifteen digits',
      'x,y',
      (i) => [Math.sqrt(i + 2).toPrecision(15), (Math.sqrt(i + 2) / 3 + 0.1).toPrecision(15)],
      { formula: 'y ~ x' },
      [0.1, 1 / 3],
    ],
  ];
  it.each(cases)('has coefficients and no error: %s', async (_, header, row, given, wanted) => {
    const result = await linear(header, row, given);
    const coefficients = rowsOf(result, 'Coefficients');
    wanted.forEach((estimate, i) => expect(coefficients[i]?.[1]).toBeCloseTo(estimate, 12));
    // Standard error, both ends of the interval, t and p.
    expect(coefficients.map((found) => found.slice(2, 7))).toEqual(
      wanted.map(() => [0, null, null, null, null]),
    );
    expect(result).toMatchObject({
      statistic: null,
      p_value: null,
      hypotheses: null,
      effects: [
        { name: 'R²', value: 1 },
        { name: 'residual standard deviation', value: 0 },
      ],
      assumptions: [
        {
          verdict: 'doubtful',
          said: 'The model fits every row exactly: nothing is left to estimate its error from. Coefficients have no t, p or interval, and predictions none. Look whether the response is computed from what explains it.',
        },
      ],
    });
    expect(result.sentence).toMatch(/explains all of the variance of y: it fits every row exactly/);
  });

  it('predicts without an interval, and names what needs an error', async () => {
    const given = { formula: 'y ~ x', predict: [{ x: 100 }] };
    const result = await linear('x,y', (i) => [i, 2 * i + 3], given);
    expect(rowsOf(result, 'Predictions')).toEqual([[100, 203, null, null]]);
    for (const [field, value] of [
      ['means', ['g']],
      ['folds', 5],
      ['test_share', 0.2],
    ] as const)
      await expect(
        linear('g,y', (i) => ['ab'[i % 2], i % 2], { formula: 'y ~ g', [field]: value }),
      ).rejects.toMatchObject({
        code: 'invalid_input',
        details: { errors: [{ field, message: expect.stringContaining(`Leave '${field}' out.`) }] },
      });
  });

  it('leaves out what follows from other terms', async () => {
    const row = (i: number) => [i, 3 * i, 2 * i + 3];
    const result = await linear('x,z,y', row, { formula: 'y ~ x + z' });
    expect(rowsOf(result, 'Coefficients').map((found) => found.slice(0, 3))).toEqual([
      ['(Intercept)', 3, 0],
      ['x', 2, 0],
      ['z', null, null],
    ]);
    expect(result.sentence).toMatch(/z is constant or a combination of other terms here/);
  });

  it.for(['R', 'Python'] as const)('has code in %s that runs', async (language, { skip }) => {
    const { code } = await linear('x,y', (i) => [i, 2 * i + 3], { formula: 'y ~ x' });
    await writeFile(
      join(runner.folder, 'data.csv'),
      `x,y\n${Array.from({ length: 20 }, (_, i) => `${i},${2 * i + 3}`).join('\n')}\n`,
    );
    const ending =
      language === 'R' ? '\ncat("found:", coef(fit))' : '\nprint("found:", *fit.params)';
    const source = language === 'R' ? code.r : code.python;
    const output = await runner.run(language, `${source}${ending}`, skip);
    const found = /found: (.*)\s*$/.exec(output)?.[1]?.split(' ').map(Number) ?? [];
    expect(found[0]).toBeCloseTo(3, 9);
    expect(found[1]).toBeCloseTo(2, 9);
  });
});

describe('a small error is an error', () => {
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
      message: 'The values of y are too large or too small for least squares.',
    });
  });

  it('beside a large offset', async () => {
    const result = await linear('x,y', (i) => [i, 1e9 + i + ((i * 7) % 5) / 100], {
      formula: 'y ~ x',
    });
    // R: y <- x + (x * 7) %% 5 / 100; summary(lm(y ~ x))$sigma
    expect(result.effects.find(({ name }) => name.includes('deviation'))?.value).toBeCloseTo(
      0.0147946116768914,
      6,
    );
  });

  it('groups of equal values in several factors have none', async () => {
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
