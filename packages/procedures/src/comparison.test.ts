import { AppError, type ComparisonOptions, type View } from '@columnist/contract';
import { sharedData } from '@columnist/testing';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { expectSame } from './testing-figures.ts';

const penguins = sharedData('datasets/penguins.csv');
const csv = `g,h,y,z,note\n${Array.from({ length: 48 }, (_, i) => `${['a', 'b', "c'd"][i % 3]},${i % 2 === 0},${i % 11 === 0 ? '' : ((i * 37) % 29) + (i % 3) * 4 + 0.25},${(i * 7.3) % 13},x`).join('\n')}\n,true,3,4,x\n`;

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
});
afterAll(() => tests.close());

const level = { confidence_level: 0.95 } as const;
const two = { ...level, alternative: 'two_sided' } as const;
const near = (value: number) => expect.closeTo(value, 9);

describe.skipIf(!penguins.isHere)(`on penguins, against R 4.2.2${penguins.note}`, () => {
  let birds: TableRef;
  beforeAll(async () => {
    birds = (await tests.admit(readFileSync(penguins.path))).table;
  });

  test('Welch t test', async () => {
    const found = await tests.engine.compareGroups(birds, {
      method: 'welch_t',
      value: 'body_mass_g',
      group: 'sex',
      ...two,
    });
    expect(found).toMatchObject({
      n_used: 333,
      n_excluded: [{ reason: 'group missing', n: 11 }],
      statistic: { name: 't', value: near(-8.55453723116576) },
      df: [near(323.895881028648)],
      p_text: '< .001',
      estimate: {
        name: 'difference of means',
        value: near(-683.4117965367966),
        ci: { low: near(-840.578261502645), high: near(-526.245331570948) },
      },
      groups: [
        { name: 'female', n: 165, mean: near(3862.272727272727) },
        { name: 'male', n: 168, mean: near(4545.684523809524) },
      ],
      procedure: { name: 'Welch two-sample t test' },
      recommendation: null,
      sentence:
        'The mean of body_mass_g is smaller in female than in male: means 3,862 (female) and 4,546 (male), difference −683, 95% CI [−841, −526] (p < .001, Hedges’ g = −0.93).',
    });
    expect((found.p_value ?? NaN) / 4.79389125505149e-16).toBeCloseTo(1, 7);
    expect(found.apa).toMatch(
      /^t\(323\.90\) = −8\.55, p < \.001, Hedges’ g = −0\.93, 95% CI \[−1\.16, −0\.71\]\.$/,
    );
  });

  test('more than two groups, ranks, and a view', async () => {
    const welch = await tests.engine.compareGroups(birds, {
      method: 'welch_anova',
      value: 'bill_length_mm',
      group: 'species',
      ...level,
    });
    expect(welch).toMatchObject({
      statistic: { value: near(421.774932256391) },
      n_used: 342,
      n_excluded: [{ reason: 'value missing', n: 2 }],
    });
    const heavy: View = { filter: 'body_mass_g > 3000' };
    expect(
      await tests.engine.compareGroups(birds, {
        method: 'kruskal_wallis',
        value: 'bill_length_mm',
        group: 'species',
        view: heavy,
        adjust: 'holm',
        ...level,
      }),
    ).toMatchObject({
      view: heavy,
      groups: [{ name: 'Adelie' }, { name: 'Chinstrap' }, { name: 'Gentoo' }],
    });
    const anova = await tests.engine.compareGroups(birds, {
      method: 'anova',
      value: 'flipper_length_mm',
      group: 'species',
      ...level,
    });
    expect(anova).toMatchObject({
      statistic: { value: near(594.801627438518) },
      df: [2, 339],
      assumptions: [
        { name: 'equal variances', verdict: 'nothing_against' },
        { name: 'roughly normal groups', verdict: 'large_enough' },
      ],
    });
  });
});

test('pairs by Tukey have their p far beyond where 1 − p is 1', async () => {
  // R 4.2.2: TukeyHSD(aov(Petal.Length ~ Species, iris)), whose p ends at 3e-15; p by an integral
  // of logarithms in NumPy that agrees with 2 * pt(-q / sqrt(2), df) where there are two groups.
  const lengths = [
    1.4, 1.4, 1.3, 1.5, 1.4, 1.7, 1.4, 1.5, 1.4, 1.5, 1.5, 1.6, 1.4, 1.1, 1.2, 1.5, 1.3, 1.4, 1.7,
    1.5, 1.7, 1.5, 1, 1.7, 1.9, 1.6, 1.6, 1.5, 1.4, 1.6, 1.6, 1.5, 1.5, 1.4, 1.5, 1.2, 1.3, 1.4,
    1.3, 1.5, 1.3, 1.3, 1.3, 1.6, 1.9, 1.4, 1.6, 1.4, 1.5, 1.4, 4.7, 4.5, 4.9, 4, 4.6, 4.5, 4.7,
    3.3, 4.6, 3.9, 3.5, 4.2, 4, 4.7, 3.6, 4.4, 4.5, 4.1, 4.5, 3.9, 4.8, 4, 4.9, 4.7, 4.3, 4.4, 4.8,
    5, 4.5, 3.5, 3.8, 3.7, 3.9, 5.1, 4.5, 4.5, 4.7, 4.4, 4.1, 4, 4.4, 4.6, 4, 3.3, 4.2, 4.2, 4.2,
    4.3, 3, 4.1, 6, 5.1, 5.9, 5.6, 5.8, 6.6, 4.5, 6.3, 5.8, 6.1, 5.1, 5.3, 5.5, 5, 5.1, 5.3, 5.5,
    6.7, 6.9, 5, 5.7, 4.9, 6.7, 4.9, 5.7, 6, 4.8, 4.9, 5.6, 5.8, 6.1, 6.4, 5.6, 5.1, 5.6, 6.1, 5.6,
    5.5, 4.8, 5.4, 5.6, 5.1, 5.1, 5.9, 5.7, 5.2, 5, 5.2, 5.4, 5.1,
  ];
  const { table: iris } = await tests.admit(
    `length,species\n${lengths.map((value, i) => `${value},${['setosa', 'versicolor', 'virginica'][Math.floor(i / 50)]}`).join('\n')}\n`,
  );
  const {
    tables: [pairs],
  } = await tests.engine.compareGroups(iris, {
    method: 'anova',
    value: 'length',
    group: 'species',
    ...level,
  });
  expect(pairs?.columns).toEqual([
    'pair',
    'difference',
    'low 95%',
    'high 95%',
    'q',
    'df',
    'adjusted p',
  ]);
  expect(pairs?.rows.map(([pair]) => pair)).toEqual([
    'versicolor − setosa',
    'virginica − setosa',
    'virginica − versicolor',
  ]);
  const wanted = [
    [2.798, 2.5942199870557, 3.0017800129443, 45.9755124643305, 147, 1.5763762249e-68],
    [4.09, 3.8862199870557, 4.2937800129443, 67.2050914864588, 147, 1.23184158543e-90],
    [1.292, 1.0882199870557, 1.4957800129443, 21.2295790221283, 147, 5.43179090654e-31],
  ];
  pairs?.rows.forEach((row, i) => expectSame(row.slice(1), wanted[i] ?? [], 1e-9));
});

test('the interval of an equivalence test is at the level it says', async () => {
  const { table: few } = await tests.admit('a,b\n1,2\n2.5,3.5\n3,1\n2,4\n4,5.5\n');
  const found = await tests.engine.compareGroups(few, {
    method: 'tost_paired',
    value: 'a',
    other: 'b',
    low: -1,
    high: 1,
    ...level,
  });
  // t.test(a, b, paired = TRUE, conf.level = 0.9)
  expect(found.estimate?.ci).toEqual({
    level: 0.9,
    low: near(-2.1922927504287),
    high: near(0.79229275042865),
  });
  expect(found.apa).toContain('90% CI');
  const strict = await tests.engine.compareGroups(few, {
    method: 'paired_t',
    value: 'a',
    other: 'b',
    alternative: 'two_sided',
    confidence_level: 0.999,
  });
  expect(strict.apa).toContain('99.9% CI');
});

describe('refusals name what to do', () => {
  test.each<[string, ComparisonOptions, string, RegExp]>([
    [
      'three groups for two',
      { method: 'welch_t', value: 'y', group: 'g', ...two },
      'invalid_input',
      /'g' has 3 groups; this test compares two/,
    ],
    [
      'texts',
      { method: 'anova', value: 'g', group: 'h', ...level },
      'wrong_column_type',
      /'g' is a category column/,
    ],
    [
      'one group',
      { method: 'anova', value: 'y', group: 'note', ...level },
      'invalid_input',
      /'note' has one value here/,
    ],
    [
      'an unknown group',
      { method: 'welch_t', value: 'y', group: 'g', groups: ['a', 'd'], ...two },
      'invalid_input',
      /'g' has no value 'd'/,
    ],
    [
      'an unknown column',
      { method: 'anova', value: 'yy', group: 'g', ...level },
      'unknown_column',
      /'yy'/,
    ],
    ['itself', { method: 'anova', value: 'y', group: 'y', ...level }, 'invalid_input', /by itself/],
    [
      'too few values',
      {
        method: 'welch_t',
        value: 'y',
        group: 'g',
        groups: ['a', 'b'],
        view: { filter: "g = 'a' or (g = 'b' and z = max(z, by: g))" },
        ...two,
      },
      'invalid_input',
      /fewer than two values|has no value/,
    ],
    [
      'no spread',
      {
        method: 'anova',
        value: 'k',
        group: 'g',
        view: { derive: [{ name: 'k', expression: 'y * 0 + 1' }] },
        ...level,
      },
      'invalid_input',
      /there is no spread/,
    ],
  ])('%s', async (_, input, code, message) => {
    const error: unknown = await tests.engine
      .compareGroups(table, input)
      .catch((reason: unknown) => reason);
    if (!(error instanceof AppError)) throw new Error('It was not refused.', { cause: error });
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)]);
  });
});
