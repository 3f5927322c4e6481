import type { ComparisonOptions, TestResult } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { expectSame as expectFigures, rowsOf } from '../testing-figures.ts';

/**
 * Figures of R 4.2 with car, emmeans and afex on the same rows (p of Mauchly's test by Anderson's
 * formula); some combinations have fewer rows than others.
 */
const csv = `sex,dose,base,y,t1,t2,t3,t4\n${Array.from({ length: 54 }, (_, i) => {
  const [s, d, base, e] = [i % 2, i % 3, 20 + ((i * 29) % 31) / 3, ((i * 47) % 23) / 4];
  return [
    s === 1 ? 'm' : 'f',
    ['low', 'mid', 'high'][d],
    base,
    (10 + 3 * s + ([0, 2, 5][d] ?? 0) + 2 * s * (d === 2 ? 1 : 0) + 0.4 * base + e).toFixed(2),
    (5 + e + s).toFixed(2),
    (6 + e * 0.8 + ((i * 31) % 7) / 2).toFixed(2),
    (7 + e * 1.3 + ((i * 17) % 11) / 3 + s).toFixed(2),
    (6.5 + e + ((i * 13) % 5)).toFixed(2),
  ].join(',');
})
  .filter((_, i) => i % 11 !== 4)
  .join('\n')}\n`;

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
});
afterAll(async () => tests.close());

const ask = (input: ComparisonOptions): Promise<TestResult> =>
  tests.engine.compareGroups(table, input);

const expectSame = (
  found: readonly (string | number | null | undefined)[],
  wanted: readonly number[],
  within = 1e-10,
): void => expectFigures(found, wanted, within);

type Of<Method extends ComparisonOptions['method']> = Extract<
  ComparisonOptions,
  { method: Method }
>;
const factorial: Of<'factorial_anova'> = {
  method: 'factorial_anova',
  value: 'y',
  factors: ['sex', 'dose'],
  covariates: ['base'],
  sums_of_squares: 3,
  confidence_level: 0.95,
};
const repeated: Of<'repeated_measures_anova'> = {
  method: 'repeated_measures_anova',
  columns: ['t1', 't2', 't3', 't4'],
  confidence_level: 0.95,
};

describe('several factors', () => {
  it('tests terms given all others as car::Anova, type III', async () => {
    const result = await ask(factorial);
    const rows = rowsOf(result, 'Terms');
    expect(rows.map(([name]) => name)).toEqual(['base', 'sex', 'dose', 'sex:dose', 'residuals']);
    expectSame(
      rows.map((row) => row[1]),
      [
        56.92711228798402, 142.68510425273581, 299.47660028161499, 5.76951582701031,
        136.61728910090477,
      ],
    );
    expectSame(
      rows.slice(0, 4).map((row) => row[5]),
      [0.0001430523495404, 5.04225115151911e-8, 2.59680239634728e-11, 0.419521564261552],
    );
    expectSame(
      [result.statistic?.value, ...result.df, result.p_value],
      [0.886855779122718, 2, 42, 0.419521564261552],
    );
    expect(result.procedure.name).toBe('Factorial analysis of covariance');
  });

  it('has partial ω², 0 where a term has less than its error', async () => {
    // effectsize::omega_squared(partial = TRUE): max(0, (SS − df · MSE) / (SS + (n − df) · MSE)),
    // of the sums of squares above.
    const [ss, df, mse] = [
      [56.92711228798402, 142.68510425273581, 299.47660028161499, 5.76951582701031],
      [1, 1, 2, 2],
      136.61728910090477 / 42,
    ];
    const omega = ss.map((value, i) =>
      Math.max(0, (value - (df[i] ?? NaN) * mse) / (value + (49 - (df[i] ?? NaN)) * mse)),
    );
    expect(omega[3]).toBe(0);
    const rows = rowsOf(await ask(factorial), 'Terms');
    expectSame(
      rows.slice(0, 3).map((row) => row[7]),
      omega.slice(0, 3),
    );
    expect(rows.slice(3).map((row) => row[7])).toEqual([0, null]);
  });

  it('and given those that do not contain them, type II', async () => {
    expectSame(
      rowsOf(await ask({ ...factorial, sums_of_squares: 2 }), 'Terms').map((row) => row[1]),
      [
        56.92711228798402, 144.05100716863222, 302.44888074224366, 5.76951582701031,
        136.61728910090477,
      ],
    );
  });

  it('has the marginal means of emmeans, and their differences by Tukey', async () => {
    const result = await ask(factorial);
    const dose = rowsOf(result, 'Estimated marginal means of dose');
    expect(dose.map(([name]) => name)).toEqual(['high', 'low', 'mid']);
    expectSame(
      dose.flatMap((row) => row.slice(1, 5)),
      [
        30.1585659160336, 0.441701948352119, 29.267175295965, 31.0499565361023, 24.192043599977,
        0.452786349195113, 23.2782837533804, 25.1058034465737, 26.1078629861537, 0.45123540423351,
        25.1972330732062, 27.0184928991012,
      ],
    );
    const cells = rowsOf(result, 'Estimated marginal means of sex × dose');
    expectSame(
      cells.map((row) => row[2]),
      [
        28.0426918666973, 22.4490683295014, 24.8285958742081, 32.27443996537, 25.9350188704527,
        27.3871300980993,
      ],
    );
    const pairs = rowsOf(result, 'Differences of dose');
    // Later groups first, as everywhere here: the signs are those of R turned round.
    expectSame(
      pairs.map((row) => Math.abs(Number(row[2]))),
      [5.96652231605658, 4.05070292987992, 1.91581938617666],
    );
    expectSame([pairs[2]?.[5]], [0.0122], 0.01);
    expectSame([pairs[0]?.[3], pairs[0]?.[4]], [-7.512118635703546, -4.42092599640961], 1e-8);
    expect(result.picture).toMatchObject({
      kind: 'means',
      x_name: 'sex',
      x: ['f', 'm'],
      lines: [{ name: 'high' }, { name: 'low' }, { name: 'mid' }],
    });
  });

  it('says what has an effect', async () => {
    expect((await ask(factorial)).sentence).toBe(
      'These data do not show that the effect of sex on the mean of y depends on dose (p = .420, partial η² = .04). There is an effect of base on y (p < .001, partial η² = .29). There is a main effect of sex on y (p < .001, partial η² = .51). There is a main effect of dose on y (p < .001, partial η² = .69).',
    );
  });

  it('takes marginal means of any linear model, numbers at their mean before they are transformed', async () => {
    const result = await tests.engine.fitRegression(table, {
      method: 'linear',
      formula: 'log(y) ~ log(base) + dose',
      means: ['dose'],
      errors: 'classical',
      sums_of_squares: 2,
      seed: 1,
      confidence_level: 0.95,
    });
    expectSame(
      rowsOf(result, 'Estimated marginal means of dose').flatMap((row) => row.slice(1, 3)),
      [
        3.40674176722006, 0.0235469269623454, 3.18196354812298, 0.0243529686567593,
        3.26113422065728, 0.0242441882120026,
      ],
    );
    await expect(
      tests.engine.fitRegression(table, {
        method: 'linear',
        formula: 'y ~ base + dose',
        means: ['dos'],
        errors: 'classical',
        sums_of_squares: 2,
        seed: 1,
        confidence_level: 0.95,
      }),
    ).rejects.toMatchObject({
      message: "'dos' is no group of this formula.",
      details: { suggestions: ['dose'] },
    });
    for (const means of [':', 'dose:', '`dose'])
      await expect(
        tests.engine.fitRegression(table, {
          method: 'linear',
          formula: 'y ~ base + dose',
          means: [means],
          errors: 'classical',
          sums_of_squares: 2,
          seed: 1,
          confidence_level: 0.95,
        }),
        means,
      ).rejects.toMatchObject({ code: 'invalid_input', details: { errors: [{ field: 'means' }] } });
  });

  it('gives no mean where a combination has no rows', async () => {
    const result = await ask({
      ...factorial,
      covariates: [],
      view: { filter: "not (sex = 'm' and dose = 'low')" },
    });
    expect(
      rowsOf(result, 'Estimated marginal means of sex × dose')
        .find(([sex, dose]) => sex === 'm' && dose === 'low')
        ?.slice(2),
    ).toEqual([null, null, null, null]);
    expect(result.assumptions[0]).toMatchObject({
      name: 'every combination has rows',
      verdict: 'doubtful',
    });
  });

  it.each([
    [
      'a covariate of groups',
      { covariates: ['dose'], factors: ['sex', 't1'] },
      "'dose' holds groups; a covariate is a number.",
    ],
    ['a column named twice', { covariates: ['sex'] }, "'sex' is named twice."],
  ])('refuses %s', async (_name, changed, message) => {
    await expect(ask({ ...factorial, ...changed })).rejects.toThrow(message);
  });
});

describe('repeated measures', () => {
  it('are tested as car::Anova and afex do, with Greenhouse–Geisser, Huynh–Feldt and Mauchly', async () => {
    const result = await ask(repeated);
    const [row = []] = rowsOf(result, 'Effects');
    expectSame(row.slice(1), [
      560.210228571429,
      3,
      144,
      149.0749526178,
      5.7493692438736e-44,
      1.48583987036616e-34,
      2.84053870808065e-36,
      560.210228571429 / (560.210228571429 + 180.379671428571),
      560.210228571429 / (560.210228571429 + 180.379671428571 + 652.923740816327),
    ]);
    expectSame(
      rowsOf(result, 'Sphericity').map(([, value]) => value),
      [0.514584484628603, 9.24922554507567e-6, 0.772538762766911, 0.814049742754299],
    );
    expectSame(
      [result.statistic?.value, ...result.df, result.p_value],
      [149.0749526178, 3 * 0.772538762766911, 144 * 0.772538762766911, 1.48583987036616e-34],
    );
  });

  it('may belong to groups', async () => {
    const result = await ask({ ...repeated, group: 'sex' });
    const rows = rowsOf(result, 'Effects');
    expect(rows.map(([name]) => name)).toEqual(['sex', 'measurement', 'measurement × sex']);
    expectSame(
      rows.map((row) => row[1]),
      [8.43263085799321, 558.88786910459123, 12.64189155357142],
    );
    expectSame(
      rows.map((row) => row[4]),
      [0.614955961690929, 156.599961365237874, 3.542248523025865],
    );
    expectSame(
      rows.map((row) => row[5]),
      [0.436862435496889, 1.08851954129693e-44, 0.0163199436354363],
    );
    expectSame(
      rows.slice(1).map((row) => row[6]),
      [2.46921542388351e-35, 0.0259972648058071],
    );
    expectSame(
      rows.slice(1).map((row) => row[7]),
      [3.76867306914089e-37, 0.0237415428445513],
    );
    expectSame(
      rows.map((row) => row[9]),
      [0.0102754066632606, 0.4076150812550123, 0.0153259053888608],
    );
    expectSame(
      rowsOf(result, 'Sphericity')
        .slice(0, 2)
        .map(([, value]) => value),
      [0.515786960232821, 1.312751136e-5],
      1e-8,
    );
    expect(result.picture).toMatchObject({
      kind: 'means',
      x: ['t1', 't2', 't3', 't4'],
      lines: [{ name: 'f' }, { name: 'm' }],
    });
  });

  it('of two measurements are the paired t test', async () => {
    const result = await ask({ ...repeated, columns: ['t1', 't2'] });
    const t = await ask({
      method: 'paired_t',
      value: 't1',
      other: 't2',
      alternative: 'two_sided',
      confidence_level: 0.95,
    });
    expectSame(
      [result.statistic?.value, result.p_value],
      [(t.statistic?.value ?? NaN) ** 2, t.p_value ?? NaN],
    );
    expect(result.assumptions).toEqual([]);
  });
});

it('says of the rows that are left out what they lack', async () => {
  const [head = '', ...rows] = csv.trimEnd().split('\n');
  const without = (row: string, ...names: readonly string[]): string =>
    row
      .split(',')
      .map((cell, i) => (names.includes(head.split(',')[i] ?? '') ? '' : cell))
      .join(',');
  const lacking = [
    ...rows,
    ...rows.slice(0, 11).map((row) => without(row, 'sex')),
    ...rows.slice(0, 3).map((row) => without(row, 'base')),
    ...rows.slice(0, 2).map((row) => without(row, 'y', 'dose')),
  ];
  const { table: some } = await tests.admit(`${[head, ...lacking].join('\n')}\n`);
  const { n_used, n_excluded } = await tests.engine.compareGroups(some, factorial);
  expect([n_used, n_excluded]).toEqual([
    rows.length,
    [
      { reason: 'value missing', n: 2 },
      { reason: 'factor missing', n: 11 },
      { reason: 'covariate missing', n: 3 },
    ],
  ]);
});
