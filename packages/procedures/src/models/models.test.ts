import type { RegressionOptions, TestResult } from '@columnist/contract';
import { sharedData } from '@columnist/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { effectOf, expectSame as expectFigures, rowsOf } from '../testing-figures.ts';
import { modelRows } from './testing-rows.ts';

/** Figures of R 4.2 with car, sandwich, lmtest and pROC on the same rows. */

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(modelRows));
});
afterAll(async () => tests.close());

const level = { confidence_level: 0.95, seed: 1 } as const;
const linear = { method: 'linear', errors: 'classical', sums_of_squares: 2, ...level } as const;
const whole = { ...linear, formula: 'y ~ x * g + I(x^2)' } as const;
const fit = (input: RegressionOptions): Promise<TestResult> =>
  tests.engine.fitRegression(table, input);

const expectSame = (
  found: readonly (string | number | null | undefined)[],
  wanted: readonly number[],
  within = 1e-9,
): void => expectFigures(found, wanted, within);

describe('least squares', () => {
  it('has the coefficients, errors, intervals and fit of lm', async () => {
    const result = await fit(whole);
    const rows = rowsOf(result, 'Coefficients');
    expect(rows.map(([name]) => name)).toEqual([
      '(Intercept)',
      'x',
      'g[b]',
      'g[c]',
      'I(x^2)',
      'x:g[b]',
      'x:g[c]',
    ]);
    expectSame(
      rows.map((row) => row[1]),
      [
        2.52428228111214, 0.993398902427521, 1.81272846379171, -0.702596000201566,
        -0.00979975873607448, -0.0467057687172646, -0.0633880672733287,
      ],
    );
    expectSame(
      rows.map((row) => row[2]),
      [
        0.609893543149665, 0.148140504787584, 0.800177706482218, 0.768561766801483,
        0.00948979605745699, 0.0923873373390358, 0.0876703942110107,
      ],
    );
    expectSame(
      rows.map((row) => row[6]),
      [
        0.000125557786470577, 1.34152818992946e-8, 0.0275993866136262, 0.364767893933661,
        0.306451078472828, 0.615273627708533, 0.472842080436791,
      ],
    );
    expectSame([result.statistic?.value, ...result.df], [89.7188360304905, 6, 53]);
    expectSame(
      ['residual standard deviation', 'R²', 'adjusted R²', 'AIC', 'BIC'].map((name) =>
        effectOf(result, name),
      ),
      [1.25296069649383, 0.910368961024862, 0.900222050952205, 205.890582012251, 222.645338510028],
    );
  });

  it('tests its terms in three ways, as anova and car::Anova', async () => {
    const terms = async (type: 1 | 2 | 3) =>
      rowsOf(await fit({ ...whole, sums_of_squares: type }), 'Terms').slice(0, -1);
    const [one, two, three] = [await terms(1), await terms(2), await terms(3)];
    expect(two.map(([name]) => name)).toEqual(['x', 'g', 'I(x^2)', 'x:g']);
    expectSame(
      one.map((row) => row[1]),
      [770.062449997762, 72.1045361642337, 2.07037963822775, 0.865894337789944],
    );
    expectSame(
      two.map((row) => row[1]),
      [70.3605082766548, 69.4178199467162, 1.67414050919457, 0.865894337789939],
    );
    expectSame(
      three.map((row) => row[1]),
      [66.5184760548658, 16.4895460816148, 1.67414050919459, 0.865894337789939],
    );
    expectSame(
      three.map((row) => row[4]),
      [2.77544690593936e-8, 0.00830182412997765, 0.306451078472827, 0.760063609872286],
    );
  });

  it.each([
    [
      'hc0',
      [
        0.529036706091671, 0.129489989925643, 0.712533447567726, 0.69002151615615,
        0.0085503043542338, 0.0823084640699846, 0.0803438740030174,
      ],
    ],
    [
      'hc1',
      [
        0.562889951769119, 0.137776100116576, 0.758128714542874, 0.734176236689104,
        0.00909744134981068, 0.0875754117569964, 0.0854851068777549,
      ],
    ],
    [
      'hc2',
      [
        0.583687546576537, 0.140939212616646, 0.769581648597608, 0.748272845419796,
        0.00928018797544125, 0.0898929236343346, 0.0878268002883935,
      ],
    ],
    [
      'hc3',
      [
        0.646068605878869, 0.153989703268002, 0.833185441738153, 0.813765599693357,
        0.0101070325397627, 0.0983982766484532, 0.0962343222144857,
      ],
    ],
  ] as const)('has the %s errors of sandwich', async (errors, wanted) =>
    expectSame(
      rowsOf(await fit({ ...whole, errors }), 'Coefficients').map((row) => row[2]),
      wanted,
    ),
  );

  it('says what it rests on: Breusch–Pagan, Durbin–Watson, Cook, overlap of terms', async () => {
    const result = await fit({ ...whole, predict: [{ x: 5, g: 'b' }] });
    expect(result.assumptions.map(({ said }) => said)).toEqual(
      expect.arrayContaining([
        'No difference of variances was found: Breusch–Pagan (studentized) χ² = 1.65, p = .949.',
        'Durbin–Watson: 1.72, near 2 where neighbours do not depend on each other.',
      ]),
    );
    expectSame(
      rowsOf(result, 'Rows of most influence')
        .slice(0, 3)
        .map((row) => row[5]),
      [0.0860340623971614, 0.0675890628567469, 0.0652484620396923],
    );
    expectSame(
      rowsOf(result, 'Predictions')[0]?.slice(2) ?? [],
      [8.82548244505328, 8.14321111896222, 9.50775377114433, 6.22139511609905, 11.4295697740075],
    );
    expectSame(
      rowsOf(await fit({ ...linear, formula: 'y ~ x + g + w' }), 'How much terms overlap').flatMap(
        (row) => [row[1], row[3]],
      ),
      [
        1.0009758684699, 1.00048781525309, 1.00033943251127, 1.0000848473286, 1.00063643595863,
        1.00031816736408,
      ],
    );
  });

  it('takes weights', async () => {
    const result = await fit({ ...linear, formula: 'y ~ x + g', weights: 'w' });
    expectSame(
      rowsOf(result, 'Coefficients').flatMap((row) => [row[1], row[2]]),
      [
        3.20834223320361, 0.40745161440445, 0.790463278143207, 0.0368550116589332, 1.75846250340323,
        0.396057731948623, -1.02391005596129, 0.394415870802333,
      ],
    );
    expectSame(
      ['residual standard deviation', 'R²', 'AIC'].map((name) => effectOf(result, name)),
      [1.97063156294498, 0.898095886200532, 209.864734044028],
    );
    expectSame(
      rowsOf(
        await fit({ ...linear, formula: 'y ~ x + g', weights: 'w', errors: 'hc3' }),
        'Coefficients',
      ).map((row) => row[2]),
      [0.418452998218186, 0.043649182912833, 0.405323978443597, 0.476186962115877],
    );
  });

  it('leaves out what is a combination of other columns, and predicts each part from the others', async () => {
    const result = await fit({
      ...linear,
      formula: 'y ~ x + x2',
      folds: 5,
      view: { derive: [{ name: 'x2', expression: '3 * x + 1' }] },
    });
    expect(result.procedure.variant).toContain('left out as combinations of others: x2');
    expect(rowsOf(result, 'Coefficients').at(-1)?.slice(0, 3)).toEqual(['x2', null, null]);
    // As R's car::Anova of y ~ x, which is what alias() leaves.
    const alone = await fit({ ...linear, formula: 'y ~ x' });
    for (const type of [1, 2, 3] as const)
      for (const errors of ['classical', 'hc3'] as const) {
        const view = { derive: [{ name: 'x2', expression: '3 * x + 1' }] };
        const given = { ...linear, errors, sums_of_squares: type };
        const terms = rowsOf(await fit({ ...given, formula: 'y ~ x + x2', view }), 'Terms');
        expect(terms).toEqual(rowsOf(await fit({ ...given, formula: 'y ~ x' }), 'Terms'));
      }
    const share = effectOf(alone, 'R²');
    expect(rowsOf(result, 'Terms').map(([term, , df, f]) => [term, df, f])).toEqual([
      ['x', 1, expect.closeTo((58 * share) / (1 - share), 6)],
      ['residuals', 58, null],
    ]);
    expect(result.sentence).toMatch(
      /Found to explain: x \(.*\): y is 0\.808 higher for each 1 more of x, 95% CI \[0\.712, 0\.904\]\. x2 is constant or a combination of other terms here, and is left out\.$/,
    );
    expect(result.assumptions[0]).toMatchObject({
      name: 'no column a combination of others',
      verdict: 'doubtful',
      said: expect.stringContaining('x2 follows from the terms before'),
    });
    const parts = rowsOf(result, 'Predicted from the others, in 5 parts (seed 1)');
    expect(parts.map((row) => row[1])).toEqual([12, 12, 12, 12, 12, 60]);
    const held = await fit({ ...linear, formula: 'y ~ x + g', test_share: 0.2 });
    expect(rowsOf(held, 'Predicted by a model of the other rows: 12 of 60 (seed 1)')).toEqual([
      ['test rows', 12, ...Array.from({ length: 4 }, () => expect.any(Number))],
    ]);
    expect(
      await fit({
        ...linear,
        formula: 'y ~ x + x2',
        folds: 5,
        view: { derive: [{ name: 'x2', expression: '3 * x + 1' }] },
      }),
    ).toEqual(result);
  });
});

it('a ratio near 1 is written apart from 1', async () => {
  const view = { derive: [{ name: 'small', expression: '200 * x' }] };
  const result = await fit({ method: 'logistic', formula: 'e ~ small + h', view, ...level });
  // exp(0.261133564498705 / 200)
  expect(result.sentence).toMatch(/\(odds ratio 1\.0013\)\.$/);
});

describe('parts with the shares of both values', () => {
  it('need something that divides, and rows enough', async () => {
    const refused = async (given: object): Promise<unknown> =>
      fit({ method: 'logistic', formula: 'e ~ x + h', stratify: true, ...level, ...given }).catch(
        (error: unknown) => error,
      );
    expect(await refused({})).toMatchObject({
      code: 'invalid_input',
      message: "'stratify' divides rows for 'folds' or 'test_share', and neither is asked for.",
      details: { errors: [{ field: 'stratify' }] },
    });
    expect(await refused({ test_share: 0.001 })).toMatchObject({
      code: 'invalid_input',
      message: 'A test of 1 of 60 rows has no share of each value.',
    });
    expect(await refused({ folds: 20, view: { filter: 'e = 1 or x > 11' } })).toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(
        /^0 is in \d+ of the rows: too few for a share in each part\.$/,
      ),
    });
  });
});

describe('generalized models', () => {
  it('have the figures of glm(family = binomial) and pROC', async () => {
    const result = await fit({ method: 'logistic', formula: 'e ~ x + h', ...level });
    const rows = rowsOf(result, 'Coefficients');
    expectSame(
      rows.map((row) => row[1]),
      [-1.98810922748102, 0.261133564498705, 0.220281962563108],
    );
    // R's errors are those of its last step but one.
    expectSame(
      rows.flatMap((row) => [row[2], row[6]]),
      [
        0.713535313108892, 0.0053316782827238, 0.0754475026757426, 0.000537914321747544,
        0.594344929305039, 0.710913257815051,
      ],
      1e-6,
    );
    expectSame(
      ['deviance', 'null deviance', 'log-likelihood', 'AIC'].map((name) => effectOf(result, name)),
      [67.5719397298969, 83.1109826493575, -33.7859698649485, 73.5719397298969],
    );
    expectSame(
      [result.estimate?.ci?.low, result.estimate?.value, result.estimate?.ci?.high],
      [0.662378697788229, 0.779755283648498, 0.897131869508768],
    );
  });

  it('have the figures of glm(family = poisson)', async () => {
    const result = await fit({
      method: 'poisson',
      formula: 'n ~ x + g',
      predict: [{ x: 5, g: 'b' }],
      ...level,
    });
    expectSame(
      rowsOf(result, 'Coefficients').flatMap((row) => [row[1], row[2]]),
      [
        1.74697150077224, 0.139221229161384, -0.0343297392896583, 0.013524451944963,
        0.0800978967161188, 0.14638374994765, 0.0604925760126693, 0.147116207896669,
      ],
      1e-6,
    );
    expectSame(
      ['deviance', 'null deviance', 'log-likelihood', 'AIC', 'dispersion'].map((name) =>
        effectOf(result, name),
      ),
      [40.2492092956113, 47.0125252571945, -119.453774663282, 246.907549326563, 0.5987852339078],
    );
    expectSame([rowsOf(result, 'Predictions')[0]?.[2]], [5.23528194750879]);
  });
});

it('a name with a line break stays a comment in the code that is handed out', async () => {
  const { table: rows } = await tests.admit(
    `y,"x\nstop('taken over')"\n${Array.from({ length: 20 }, (_, i) => `${(i * 7) % 13},${i}`).join('\n')}\n`,
  );
  const name = rows.columns[1]?.name ?? '';
  const { code } = await tests.engine.fitRegression(rows, {
    ...linear,
    formula: `y ~ \`${name}\``,
  });
  expect(
    [...code.r.split('\n'), ...code.python.split('\n')].filter((line) =>
      line.trim().startsWith('stop('),
    ),
  ).toEqual([]);
});

describe('what a model cannot answer is refused', () => {
  it.each<[string, RegressionOptions, object]>([
    ['an unknown column', { ...linear, formula: 'y ~ xx' }, { code: 'unknown_column' }],
    [
      'no formula',
      { ...linear, formula: 'y + x' },
      {
        code: 'invalid_input',
        message: 'A formula has a ~ between what is explained and what explains it.',
      },
    ],
    [
      'a group explained by least squares',
      { ...linear, formula: 'g ~ x' },
      { code: 'invalid_input', message: "'g' holds groups; a linear model explains numbers." },
    ],
    [
      'no counts',
      { method: 'poisson', formula: 'y ~ x', ...level },
      {
        code: 'invalid_input',
        message: "'y' holds other things than counts: whole numbers from 0.",
      },
    ],
    [
      'numbers of many values as an event',
      { method: 'logistic', formula: 'y ~ x', ...level },
      { code: 'invalid_input', message: "'y' holds numbers other than 0 and 1." },
    ],
    [
      'an event distinguished without error',
      {
        method: 'logistic',
        formula: 'e2 ~ x',
        view: { derive: [{ name: 'e2', expression: 'if(x > 7, 1, 0)' }] },
        ...level,
      },
      { code: 'invalid_input' },
    ],
    [
      'a column that explains itself',
      { ...linear, formula: 'y ~ x + y' },
      { code: 'invalid_input', message: "'y' cannot explain itself." },
    ],
    [
      'too few rows',
      { ...linear, formula: 'y ~ x * g', view: { filter: 'x < 1' } },
      { code: 'invalid_input' },
    ],
    [
      'interactions of many groups',
      {
        ...linear,
        formula: 'y ~ factor(k) * factor(n) * g',
        view: { derive: [{ name: 'k', expression: 'floor(x * 2)' }] },
      },
      { code: 'too_complex' },
    ],
    [
      'a level that is not there',
      { ...linear, formula: 'y ~ g', predict: [{ g: 'z' }] },
      { code: 'invalid_input', message: "'g' has no value 'z' in these rows." },
    ],
  ])('%s', async (_, input, wanted) => expect(fit(input)).rejects.toMatchObject(wanted));
});

const nist = sharedData('nist');
const certified = z.object({
  linear: z.record(
    z.string(),
    z.object({
      intercept: z.boolean(),
      model: z.string(),
      params: z.array(z.object({ estimate: z.coerce.number(), se: z.coerce.number() })),
      residual_sd: z.coerce.number(),
      r2: z.coerce.number(),
    }),
  ),
});
const sets = nist.isHere
  ? Object.entries(
      certified.parse(JSON.parse(readFileSync(join(nist.path, 'certified.json'), 'utf8'))).linear,
    )
  : [];

describe.skipIf(!nist.isHere)(
  `has the certified values of NIST StRD linear regression${nist.note}`,
  () => {
    it.each(sets)('%s', async (name, { intercept, model, params, residual_sd: sd, r2 }) => {
      const source = readFileSync(join(nist.path, `csv/linear_${name}.csv`), 'utf8');
      const { table: rows } = await tests.admit(source);
      const degree = Number(/degree (\d+)/.exec(model)?.[1] ?? 1);
      const named = rows.columns.slice(1).map((column) => column.name);
      const terms = degree > 1 ? Array.from({ length: degree }, (_, i) => `I(x^${i + 1})`) : named;
      const input: RegressionOptions = {
        ...linear,
        formula: `y ~ ${[...terms, ...(intercept ? [] : ['0'])].join(' + ')}`,
      };
      const result = await tests.engine.fitRegression(rows, input);
      const coefficients = rowsOf(result, 'Coefficients');
      const digits = (found: unknown, wanted: number): number =>
        -Math.log10(Math.max(1e-15, Math.abs(Number(found) - wanted) / (Math.abs(wanted) || 1)));
      const least = Math.min(
        ...params.flatMap(({ estimate, se }, i) => [
          digits(coefficients[i]?.[1], estimate),
          digits(coefficients[i]?.[2], se),
        ]),
        digits(effectOf(result, 'residual standard deviation'), sd),
        digits(effectOf(result, intercept ? 'R²' : 'R² about 0'), r2),
      );
      expect(least).toBeGreaterThan(12);
    });
  },
);
