import { problem, testResult } from '@columnist/contract';
import { ofSample, sampled } from '@columnist/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  forgetAnswers,
  limitKey,
  people,
  recovered,
  uploadPeople,
  type Known,
  type Person,
} from './testing-people.ts';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let owner: TestUser;
let id: string;
beforeAll(async () => {
  app = await createTestApp({ throttleScale: 10_000 });
  owner = await app.createTestUser({ tier: 'paid' });
  id = await uploadPeople(app, owner);
  await limitKey(app, owner, true);
});
afterAll(() => app.close());
beforeEach(() => forgetAnswers(app));

interface Answer {
  readonly status: number;
  readonly body: unknown;
}
async function ask(path: string, body: object, of = id): Promise<Answer> {
  const response = await fetch(`${app.url}/api/v1/datasets/${of}/${path}`, {
    method: 'POST',
    headers: { 'API-Key': owner.apiKey ?? '', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
const codeOf = ({ status, body }: Answer): unknown =>
  status === 200 ? 200 : problem.parse(body).code;
async function asOwner<Result>(work: () => Promise<Result>): Promise<Result> {
  await limitKey(app, owner, false);
  try {
    return await work();
  } finally {
    await limitKey(app, owner, true);
  }
}

interface Chosen {
  readonly filter: string | null;
  readonly keeps: (one: Person) => boolean;
}
const sets: readonly Chosen[] = [
  { filter: null, keeps: () => true },
  { filter: 'id < 55', keeps: (one) => one.id < 55 },
  { filter: 'id < 50', keeps: (one) => one.id < 50 },
  { filter: 'id >= 10', keeps: (one) => one.id >= 10 },
];
const viewOf = ({ filter }: Chosen): object => (filter === null ? {} : { view: { filter } });
/** What the attacker knows of everybody. */
const public_ = {
  id: (one: Person) => one.id,
  age: (one: Person) => one.age,
  mass: (one: Person) => one.mass,
  bill: (one: Person) => one.bill,
} as const;
type Public = keyof typeof public_;
const columns: readonly Public[] = ['id', 'age', 'mass', 'bill'];
const figures = z.object({ items: z.tuple([z.tuple([z.number(), z.number()])]) });
const correlated = z.object({
  matrix: z.object({ pairs: z.tuple([z.object({ estimate: z.number() })]) }),
});

/**
 * The sum over a set, and the sum of products with a column that the attacker knows: from a
 * correlation, or from a paired t test.
 */
async function productOf(
  rows: Chosen,
  column: Public,
  way: 'pearson' | 'paired_t',
): Promise<Known[]> {
  const chosen = people.filter(rows.keeps);
  const n = chosen.length;
  const described = await ask('aggregate', {
    aggregates: [
      { statistic: 'mean', of: 'salary' },
      { statistic: 'sd', of: 'salary' },
    ],
    ...viewOf(rows),
  });
  if (described.status !== 200) return [];
  const [[mean, sd]] = figures.parse(described.body).items;
  const sum: Known = { of: people.map((one) => Number(rows.keeps(one))), sum: n * mean };
  const theirs = chosen.map(public_[column]);
  const [theirMean] = [theirs.reduce((total, value) => total + value, 0) / n];
  const theirVariance =
    theirs.reduce((total, value) => total + (value - theirMean) ** 2, 0) / (n - 1);
  const answer =
    way === 'pearson'
      ? await ask('association', {
          method: 'pearson',
          columns: ['salary', column],
          ...viewOf(rows),
        })
      : await ask('compare', {
          method: 'paired_t',
          value: 'salary',
          other: column,
          ...viewOf(rows),
        });
  if (answer.status !== 200) return [sum];
  const covariance = (): number => {
    if (way === 'pearson')
      return correlated.parse(answer.body).matrix.pairs[0].estimate * sd * Math.sqrt(theirVariance);
    const { estimate, statistic } = testResult.parse(answer.body);
    return (
      (sd ** 2 + theirVariance - n * ((estimate?.value ?? NaN) / (statistic?.value ?? NaN)) ** 2) /
      2
    );
  };
  return [
    sum,
    {
      of: people.map((one) => (rows.keeps(one) ? public_[column](one) : 0)),
      sum: (n - 1) * covariance() + n * mean * theirMean,
    },
  ];
}

const cellsOf = (answer: Answer, title: string): Map<string, number> =>
  new Map(
    testResult
      .parse(answer.body)
      .tables.filter((table) => table.title === title)
      .flatMap(({ rows }) =>
        rows.map(([name, value]): [string, number] => [String(name), Number(value)]),
      ),
  );

/** The products of a model's columns with what it explains, from its coefficients. */
async function modelOf(explaining: readonly Public[], rows: Chosen): Promise<Known[]> {
  const answer = await ask('regression', {
    method: 'linear',
    formula: `salary ~ ${explaining.join(' + ')}`,
    ...viewOf(rows),
  });
  if (answer.status !== 200) return [];
  const found = cellsOf(answer, 'Coefficients');
  const design = people.map((one) =>
    rows.keeps(one)
      ? [1, ...explaining.map((name) => public_[name](one))]
      : [0, ...explaining.map(() => 0)],
  );
  const fitted = design.map((line) =>
    line.reduce(
      (sum, value, k) =>
        sum + value * (found.get(k === 0 ? '(Intercept)' : (explaining[k - 1] ?? '')) ?? NaN),
      0,
    ),
  );
  return ['(Intercept)', ...explaining].map((_, k) => ({
    of: design.map((line) => line[k] ?? 0),
    sum: design.reduce((sum, line, i) => sum + (line[k] ?? 0) * (fitted[i] ?? 0), 0),
  }));
}

describe('statistics for a credential that may not read rows', () => {
  test.each(['pearson', 'paired_t'] as const)(
    'recover nobody by products with columns that are known, over sets that differ by five rows: %s',
    async (way) => {
      const known: Known[] = [];
      for (const rows of sets)
        for (const column of columns) known.push(...(await productOf(rows, column, way)));
      expect(known.some(({ of }) => of.some((weight) => weight > 1))).toBe(true);
      expect(recovered(known)).toEqual([]);
    },
    120_000,
  );

  test('recover nobody by models of more and more columns and of several sets', async () => {
    const known: Known[] = [];
    let refused = 0;
    for (const rows of sets) {
      for (const explaining of [
        ['age'],
        ['id', 'age'],
        ['mass', 'bill'],
        ['id', 'age', 'mass', 'bill'],
      ] satisfies Public[][]) {
        const learned = await modelOf(explaining, rows);
        if (learned.length === 0) refused += 1;
        known.push(...learned);
      }
    }
    expect(known.length).toBeGreaterThan(3);
    expect(refused).toBeGreaterThan(3);
    expect(recovered(known)).toEqual([]);
  }, 120_000);

  test('recover nobody by seeded sequences of all of these', async () => {
    let seed = 20_261_124;
    const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
      items[(seed = (seed * 48_271) % 2_147_483_647) % items.length] ?? items[0];
    const found: string[] = [];
    for (let run = 0; run < 2; run++) {
      await forgetAnswers(app);
      const known: Known[] = [];
      for (let step = 0; step < 16; step++) {
        const rows = pick([sets[0] ?? { filter: null, keeps: () => true }, ...sets.slice(1)]);
        const column = pick<Public>(['id', 'age', 'mass', 'bill']);
        known.push(
          ...(await pick([
            () => productOf(rows, column, 'pearson'),
            () => productOf(rows, column, 'paired_t'),
            () => modelOf([column], rows),
          ])()),
        );
      }
      found.push(...recovered(known));
    }
    expect(found).toEqual([]);
  }, 120_000);

  const wide = Array.from({ length: 120 }, (_, i) => ({
    pay: 3000 + ((i * 37) % 101),
    age: 20 + ((i * 7) % 45),
    chief: i === 7 ? 1 : 0,
    few: i % 30 === 0 ? 1 : 0,
    many: i % 10 === 0 ? 1 : 0,
    bonus: i === 7 ? 1e6 : i % 13,
    team: ['a', 'b', 'c'][i % 3] ?? '',
    rare: i < 4 ? 'x' : 'y',
    sex: (i * i + (i % 5)) % 2 === 0 ? 'f' : 'm',
    day: new Date(Date.UTC(2025, i % 12, 1 + (i % 9))).toISOString().slice(0, 10),
  }));
  const header = [
    'pay',
    'age',
    'chief',
    'few',
    'many',
    'bonus',
    'team',
    'rare',
    'sex',
    'day',
  ] as const;
  const table = `${header.join(',')}\n${wide.map((row) => header.map((name) => row[name]).join(',')).join('\n')}\n`;
  let many: string;
  beforeAll(async () => {
    many = z
      .object({ id: z.uuid() })
      .parse(await (await app.upload(owner, table, 'wide.csv')).json()).id;
  });

  test('are refused where a column singles out a row or a few, and say what to do', async () => {
    const pair = (other: string): Promise<Answer> =>
      ask('association', { method: 'pearson', columns: ['pay', other] }, many);
    expect([
      codeOf(await pair('chief')),
      codeOf(await pair('few')),
      codeOf(await pair('bonus')),
      codeOf(await pair('many')),
      codeOf(await pair('age')),
    ]).toEqual(['too_few_rows', 'too_few_rows', 'too_few_rows', 200, 200]);
    const model = (formula: string, more: object = {}): Promise<Answer> =>
      ask('regression', { method: 'linear', formula, ...more }, many);
    expect([
      codeOf(await model('pay ~ chief')),
      codeOf(await model('age ~ bonus')),
      codeOf(await model('pay ~ rare')),
      codeOf(await model('pay ~ team + sex')),
    ]).toEqual(['too_few_rows', 'too_few_rows', 'too_few_rows', 200]);
    for (const formula of [
      'pay ~ I(age^7)',
      'pay ~ factor(age)',
      'pay ~ exp(age)',
      'log(pay) ~ age',
      'pay ~ team * sex',
      'pay ~ age:chief',
    ])
      expect(codeOf(await model(formula))).toBe('forbidden');
    for (const more of [
      { folds: 20 },
      { test_share: 0.01 },
      { weights: 'chief' },
      { errors: 'hc0' },
    ])
      expect(codeOf(await model('pay ~ age', more))).toBe('forbidden');
    expect((await pair('chief')).body).toMatchObject({
      code: 'too_few_rows',
      detail: expect.stringMatching(/^Sums and means of 'chief' would tell about single rows/),
    });
    expect((await pair('bonus')).body).toMatchObject({
      code: 'too_few_rows',
      detail: expect.stringMatching(/single rows decide these figures too much/),
      fix: 'Ask about more rows, fewer columns, or columns without outlying values and rare groups.',
    });
    expect((await model('pay ~ exp(age)')).body).toMatchObject({
      fix: 'Write, for example, salary ~ age + department.',
    });
    const threshold = await ask(
      'distribution',
      {
        method: 'kolmogorov_smirnov',
        column: 'pay',
        distribution: { name: 'normal', mean: 3050, sd: 1e-9 },
      },
      many,
    );
    expect(threshold.body).toMatchObject({
      code: 'forbidden',
      detail: expect.stringContaining('distances from a distribution of your choice'),
      fix: expect.stringContaining('shapiro_wilk'),
    });
  });

  test('show of tests of normality nothing that finds the outermost value', async () => {
    for (const method of ['jarque_bera', 'dagostino_k2', 'lilliefors'])
      expect((await ask('distribution', { method, column: 'pay' }, many)).body).toMatchObject({
        code: 'forbidden',
        fix: 'Use shapiro_wilk, anderson_darling or cramer_von_mises of a whole column.',
      });
    for (const method of ['shapiro_wilk', 'anderson_darling', 'cramer_von_mises']) {
      const { body } = await ask('distribution', { method, column: 'pay' }, many);
      expect(testResult.parse(body).tables).toEqual([]);
      expect(JSON.stringify(body)).not.toMatch(/skewness|kurtosis/);
    }
  });

  test(`give the figures of the owner (${ofSample})`, async () => {
    const questions: [string, object][] = [
      ['compare', { method: 'mann_whitney', value: 'pay', group: 'sex' }],
      ['compare', { method: 'kruskal_wallis', value: 'pay', group: 'team' }],
      ['compare', { method: 'levene', value: 'pay', group: 'team' }],
      ['compare', { method: 'welch_t', value: 'pay', group: 'team', groups: ['a', 'b'] }],
      [
        'compare',
        { method: 'factorial_anova', value: 'pay', factors: ['team', 'sex'], covariates: ['age'] },
      ],
      ['compare', { method: 'repeated_measures_anova', columns: ['pay', 'age'] }],
      ['compare', { method: 'friedman', columns: ['pay', 'age', 'many'] }],
      ['compare', { method: 'wilcoxon_signed_rank', value: 'pay', other: 'age' }],
      ['compare', { method: 'proportions', event: 'sex', success: 'm', group: 'team' }],
      ['association', { method: 'chi_square', x: 'sex', y: 'team' }],
      ['association', { method: 'kendall', x: 'pay', y: 'age' }],
      ['distribution', { method: 'shapiro_wilk', column: 'pay' }],
      ['distribution', { method: 'anderson_darling', column: 'age' }],
      [
        'regression',
        { method: 'linear', formula: 'pay ~ age + team', predict: [{ age: 30, team: 'a' }] },
      ],
      ['regression', { method: 'logistic', formula: 'sex ~ age' }],
      ['structure', { method: 'principal_components', columns: ['pay', 'age'] }],
      ['time-series', { method: 'overview', value: 'pay', time: 'day', every: 'month' }],
    ];
    const shown = ({ body }: Answer): object => {
      const { statistic, df, p_value, estimate, effects } = testResult.parse(body);
      return { statistic, df, p_value, estimate, effects };
    };
    for (const [path, question] of sampled(questions, 6)) {
      await forgetAnswers(app);
      const narrowed = await ask(path, question, many);
      expect([question, narrowed.status]).toEqual([question, 200]);
      const owned = shown(await asOwner(() => ask(path, question, many)));
      // An estimate of Hodges and Lehmann and the ends of its interval are values of pairs of rows.
      const ofPairs = /mann_whitney|wilcoxon/.test(JSON.stringify(question));
      expect(shown(narrowed)).toEqual(ofPairs ? { ...owned, estimate: null } : owned);
      expect(testResult.parse(narrowed.body)).toMatchObject({
        assumptions: [],
        recommendation: null,
      });
      expect(testResult.parse(narrowed.body).multiplicity).toBeUndefined();
    }
    const fitted = await ask(
      'regression',
      { method: 'linear', formula: 'pay ~ age + team', predict: [{ age: 30, team: 'a' }] },
      many,
    );
    expect(testResult.parse(fitted.body)).toMatchObject({
      // The coefficients, which are in the table as well; residuals are of single rows.
      picture: { kind: 'intervals' },
      tables: [
        { title: 'Coefficients' },
        { title: 'Terms' },
        { title: 'How much terms overlap' },
        { title: 'Predictions' },
      ],
    });
    expect(testResult.parse(fitted.body).pictures).toBeUndefined();
  }, 120_000);

  test('of periods are given where each has five rows', async () => {
    const series = (every: string, more: object = {}): Promise<Answer> =>
      ask('time-series', { method: 'overview', value: 'pay', time: 'day', every, ...more }, many);
    expect([
      codeOf(await series('month')),
      codeOf(await series('day')),
      codeOf(await series('month', { aggregate: 'max' })),
      codeOf(await ask('time-series', { method: 'overview', value: 'pay', time: 'day' }, many)),
    ]).toEqual([200, 'too_few_rows', 'forbidden', 'forbidden']);
  });

  test('look over a table by counts that five rows share, without values and without places', async () => {
    const whole = await asOwner(() => ask('profile', {}, many));
    const narrowed = await ask('profile', {}, many);
    const profile = z.object({
      overview: z.looseObject({
        complete_rows: z.number(),
        missing: z.array(z.looseObject({ by_position: z.array(z.number()) })),
        patterns: z.array(z.looseObject({ n: z.number() })),
      }),
      alerts: z.object({
        alerts: z.array(
          z.looseObject({
            kind: z.string(),
            said: z.string(),
            rows: z.string().nullable(),
            measure: z.number().nullable(),
            count: z.number().nullable(),
          }),
        ),
      }),
    });
    const [all, some] = [profile.parse(whole.body), profile.parse(narrowed.body)];
    expect(some.overview.complete_rows).toBe(all.overview.complete_rows);
    expect(some.overview.missing.every(({ by_position }) => by_position.length === 0)).toBe(true);
    expect(all.alerts.alerts.some(({ kind }) => kind === 'skewed')).toBe(true);
    expect(
      some.alerts.alerts.every(
        ({ rows, measure, count, kind }) =>
          rows === null && measure === null && (count ?? 5) >= 5 && kind !== 'skewed',
      ),
    ).toBe(true);
    expect(codeOf(await ask('alerts', { thresholds: { high_correlation: 0 } }, many))).toBe(
      'forbidden',
    );
    expect(codeOf(await ask('overview', { view: { filter: 'age > 30' } }, many))).toBe('forbidden');
  });
});
