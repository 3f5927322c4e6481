import { regressionOptions, type TestResult } from '@columnist/contract';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectSame, rowsOf } from '../testing-figures.ts';

/** Deaths of British doctors by age and smoking (Breslow and Day 1987, table 3.10, and Doll). */
const ages = ['35-44', '45-54', '55-64', '65-74', '75-84'].map((age) => `"${age} years"`);
const counted: readonly (readonly [string, readonly number[], readonly number[]])[] = [
  ['yes', [32, 104, 206, 186, 102], [52407, 43248, 28612, 12663, 5317]],
  ['no', [2, 12, 28, 28, 31], [18790, 10673, 5710, 2585, 1462]],
];
const csv = `age,smokes,deaths,years,none,below,endless,gap\n${counted
  .flatMap(([smokes, deaths, years]) =>
    ages.map((age, i) =>
      [
        age,
        smokes,
        deaths[i],
        years[i],
        smokes === 'no' && i === 1 ? 0 : 2,
        smokes === 'yes' && i === 2 ? -1.5 : 2,
        i === 4 ? 'inf' : 1.5,
        i === 0 ? '' : years[i],
      ].join(','),
    ),
  )
  .join('\n')}\n`;

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
});
afterAll(async () => tests.close());

const fit = (given: object): Promise<TestResult> =>
  tests.engine.fitRegression(table, regressionOptions.parse({ method: 'poisson', ...given }));

it('counts with an exposure are modelled by their rates, as R with an offset', async () => {
  const found = await fit({
    formula: 'deaths ~ smokes + age',
    exposure: 'years',
    predict: [
      { smokes: 'yes', age: '55-64 years' },
      { smokes: 'no', age: '55-64 years' },
    ],
  });
  // R 4.2.2: f <- glm(deaths ~ smokes + age, poisson, offset = log(years)); summary(f),
  // confint.default(f), exp(predict(f, …, se.fit = TRUE)) of years = 1.
  const coefficients = rowsOf(found, 'Coefficients');
  expectSame(
    coefficients.flatMap(([, estimate, error, , , z, , ratio]) =>
      [estimate, error, z, ratio].map(Number),
    ),
    [
      [-7.919325711859455, 0.191761818763158, -41.2977190294618, 3.63647447005689e-4],
      [0.354535637253193, 0.10737411818854, 3.30187239936776, 1.42551854285725],
      [1.484007006347049, 0.195103372635261, 7.60626013944592, 4.41058355608369],
      [2.627505118495126, 0.183727269449242, 14.30111668437448, 13.8391996324931],
      [3.350492785198153, 0.184799180934196, 18.130452571601, 28.5167828303451],
      [3.700096451861795, 0.192219512121982, 19.24932807816998, 40.4512057660234],
    ].flat(),
    1e-9,
  );
  // The errors of summary() are those before its last step.
  expectSame(
    coefficients.slice(1).map((row) => Number(row[6])),
    [
      9.60417502643626e-4, 2.82141115519808e-14, 2.15326439397717e-46, 1.8324481427915e-73,
      1.43005595023743e-82,
    ],
    1e-8,
  );
  expectSame(
    rowsOf(found, 'Rate ratio of one more, or against the first group')[0]?.slice(1).map(Number) ??
      [],
    [1.42551854285725, 1.15498370163066, 1.75942146470192],
    1e-9,
  );
  expectSame(
    [found.statistic?.value, found.p_value, ...found.effects.map(({ value }) => value)],
    [
      922.934964473023,
      2.89204635722449e-197,
      0.93213017571918,
      1 - 12.132366396288 / 935.0673308693113,
      -33.6001534405213,
      79.2003068810425,
      12.132366396288,
      935.0673308693113,
      2.78883329936998,
    ],
    1e-9,
  );
  expectSame(
    rowsOf(found, 'Predictions').flatMap((row) => row.slice(2).map(Number)),
    [
      0.00717404981471372, 0.00629504620738113, 0.00817579236887053, 0.00503258961495818,
      0.00401976044393187, 0.00630061382658209,
    ],
    1e-9,
  );
  expect([found.procedure.variant, found.sentence, found.code.r, found.code.python]).toEqual([
    'offset: log(years); maximum likelihood, Wald intervals',
    'The formula deaths ~ smokes + age fits deaths per years better than the mean alone: McFadden R² = .93 (p < .001). Its smallest p is that of age[75-84 years] (rate ratio 40.5).',
    expect.stringContaining('family = poisson, offset = log(m$t), '),
    expect.stringContaining('family=sm.families.Poisson(), exposure=m["t"])'),
  ]);
});

it('the mean of a model without terms is the rate, and without intercept rates are against 1', async () => {
  // R: 731 / 181467 = sum(deaths) / sum(years); glm(deaths ~ smokes - 1, …): null.deviance,
  // deviance, coef.
  const mean = await fit({ formula: 'deaths ~ 1', exposure: 'years' });
  expect(mean.sentence).toBe('deaths per years has a mean of 0.00403.');
  const without = await fit({ formula: 'deaths ~ smokes - 1', exposure: 'years' });
  const value = (name: string) => without.effects.find((one) => one.name === name)?.value;
  expectSame(
    [
      value('null deviance'),
      value('deviance'),
      ...rowsOf(without, 'Coefficients').map(([, estimate]) => Number(estimate)),
    ],
    [354344.991667785, 905.976185397296, -5.96182158290908, -5.41960044274968],
    1e-9,
  );
  expect(without.hypotheses?.alternative).toBe(
    'The formula deaths ~ 0 + smokes fits deaths per years better than a rate of 1 in every row.',
  );
});

it('rows that are predicted from others have their own exposure', async () => {
  // R: each row by glm() of the others, predict(f, row, type = "response") with its years.
  const found = await fit({ formula: 'deaths ~ smokes', exposure: 'years', folds: 10, seed: 1 });
  const [all] = rowsOf(found, 'Predicted from the others, in 10 parts (seed 1)').slice(-1);
  expectSame(
    all?.slice(1, 5).map(Number) ?? [],
    [10, 127.664834089088 ** 2, 127.664834089088, 94.2999040377538],
    1e-9,
  );
});

it.each([
  ['none', "'none' has an exposure of 0, in row 7."],
  ['below', "'below' has an exposure below 0, in row 3."],
  ['endless', "'endless' has an exposure that is infinite, in row 5."],
  ['age', "'age' holds no numbers."],
])('an exposure that has no logarithm is refused: %s', async (exposure, message) => {
  await expect(fit({ formula: 'deaths ~ smokes', exposure })).rejects.toMatchObject({ message });
});

it('rows without an exposure are left out and counted', async () => {
  const { n_used: used, n_excluded: excluded } = await fit({
    formula: 'deaths ~ smokes',
    exposure: 'gap',
  });
  expect([used, excluded]).toEqual([8, [{ reason: 'exposure missing', n: 2 }]]);
});
