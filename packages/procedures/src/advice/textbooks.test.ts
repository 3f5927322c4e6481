import {
  associationOptions,
  comparisonOptions,
  regressionOptions,
  timeSeriesOptions,
  type Recommendation,
} from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mulberry32 } from '@columnist/statistics';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

const random = mulberry32(7);
const noise = (): number => random() + random() + random() - 1.5;
const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
const day = (i: number): string => new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10);

const n = 120;
let [first, second] = [0, 0];
/** A table of a study, with a column of every kind that analysts meet. */
const columns: Readonly<Record<string, (i: number) => string | number | undefined>> = {
  patient_id: (i) => 5000 + i * 3,
  code: (i) => `P-${(i * 7919).toString(36)}-${i}`,
  comment: (i) => `came in ${(i * 31) % 97} minutes late, said ${(i * 17) % 89}`,
  sex: () => pick(['female', 'male']),
  site: () => pick(['north', 'south', 'west']),
  arm: () => pick(['a', 'b', 'c', 'd']),
  smoker: () => pick(['true', 'false']),
  treated: () => pick([0, 1]),
  died: (i) => (i % 4 === 0 ? 1 : 0),
  cured: () => pick(['cured', 'ill']),
  weight: () => (70 + 20 * noise()).toFixed(1),
  height: () => (170 + 20 * noise()).toFixed(1),
  income: () => Math.exp(8 + 3 * noise()).toFixed(2),
  spread: (i) => (50 + noise() * (i < 40 ? 1 : 30)).toFixed(2),
  before: () => (120 + 30 * noise()).toFixed(1),
  after: () => (115 + 30 * noise()).toFixed(1),
  spike: (i) => (i === 3 ? 9000 : (10 + noise()).toFixed(2)),
  pain: () => pick([1, 2, 3, 4, 5]),
  pain_after: () => pick([1, 2, 3, 4, 5]),
  children: () => pick([0, 0, 0, 1, 1, 2, 3]),
  dose: () => pick([0, 0.5, 1, 2.5]),
  cylinders: () => pick([4, 6, 8]),
  ward_before: () => pick(['open', 'closed']),
  ward_after: () => pick(['open', 'closed']),
  rater1: () => pick(['mild', 'severe', 'none']),
  rater2: () => pick(['mild', 'severe', 'none']),
  test_before: () => pick([0, 1]),
  test_after: () => pick([0, 1]),
  rare: (i) => (i % 40 === 3 ? 'event' : 'usual'),
  kinds: (i) => (i % 30 === 0 ? 'x' : i % 29 === 0 ? 'y' : (pick(['p', 'q']) ?? '')),
  day: (i) => day(i),
  visit: (i) => day(Math.floor(i / 2)),
  seen_at: (i) => `${day(i * 3)} ${String(i % 24).padStart(2, '0')}:15:00`,
  hour: (i) => `${String((i * 7) % 24).padStart(2, '0')}:30`,
  discharged: (i) => day(i + 5),
  year: (i) => 1900 + i,
  price: (i) => (first += noise() + 0.2 * Math.sin(i)).toFixed(3),
  rate: () => (second += noise()).toFixed(3),
  split: (i) => (i % 4 === 0 ? 100 + i : i / 10),
  fixed: () => 4,
  shift: (i) => (i < 10 ? 'f' : 'abcde'[i % 5]),
};
const names = Object.keys(columns);
const cells = names.map((name) => Array.from({ length: n }, (_, i) => columns[name]?.(i) ?? ''));
const csv = `${names.join(',')}\n${Array.from({ length: n }, (_, i) => cells.map((column) => column[i]).join(',')).join('\n')}\n`;

interface Asked {
  readonly value: string;
  readonly by: string;
  readonly ask?: 'any' | 'compare' | 'relate';
  readonly paired?: boolean;
  readonly groups?: string[];
  readonly filter?: string;
}

/** Books and papers that the advice follows. */
const books = {
  agresti: 'Agresti, An Introduction to Categorical Data Analysis, 3rd edition, 2019',
  altman: 'Altman, Practical Statistics for Medical Research, 1991',
  conover: 'Conover, Practical Nonparametric Statistics, 3rd edition, 1999',
  field: 'Field, Discovering Statistics Using IBM SPSS Statistics, 5th edition, 2018',
  zar: 'Zar, Biostatistical Analysis, 5th edition, 2010',
  montgomery: 'Montgomery, Design and Analysis of Experiments, 8th edition, 2013',
  hyndman: 'Hyndman and Athanasopoulos, Forecasting: Principles and Practice, 3rd edition, 2021',
  delacre: 'Delacre, Lakens and Leys, International Review of Social Psychology 30, 2017',
  granger: 'Granger and Newbold, Journal of Econometrics 2, 1974',
  cochran: 'Cochran, Biometrics 10, 1954',
} as const;

type Situation = readonly [
  said: string,
  asked: Asked,
  method: string,
  source: readonly [book: keyof typeof books, where: string],
];

const few = 'year < 1914';
const situations: readonly Situation[] = [
  // A number by two groups.
  [
    'a measurement in two groups',
    { value: 'weight', by: 'sex' },
    'welch_t',
    ['delacre', 'abstract'],
  ],
  [
    'the same as a comparison',
    { value: 'weight', by: 'sex', ask: 'compare' },
    'welch_t',
    ['field', 'chapter 10'],
  ],
  ['by true and false', { value: 'weight', by: 'smoker' }, 'welch_t', ['zar', 'chapter 8']],
  ['by 0 and 1', { value: 'weight', by: 'treated' }, 'welch_t', ['zar', 'chapter 8']],
  [
    'by 0 and 1, as a comparison',
    { value: 'weight', by: 'died', ask: 'compare' },
    'welch_t',
    ['altman', 'chapter 9'],
  ],
  ['unequal variances', { value: 'spread', by: 'sex' }, 'welch_t', ['montgomery', '2.4']],
  ['skewed, but many', { value: 'income', by: 'sex' }, 'welch_t', ['altman', 'chapter 9']],
  [
    'skewed and few',
    { value: 'income', by: 'sex', filter: few },
    'mann_whitney',
    ['conover', '5.1'],
  ],
  [
    'one extreme among few',
    { value: 'spike', by: 'sex', filter: few },
    'mann_whitney',
    ['conover', '5.1'],
  ],
  ['grades in two groups', { value: 'pain', by: 'sex' }, 'mann_whitney', ['conover', '5.1']],
  [
    'small counts in two groups',
    { value: 'children', by: 'sex' },
    'mann_whitney',
    ['conover', '5.1'],
  ],
  [
    'grades by 0 and 1',
    { value: 'pain', by: 'treated', ask: 'compare' },
    'mann_whitney',
    ['conover', '5.1'],
  ],
  [
    'two of several groups',
    { value: 'weight', by: 'site', groups: ['north', 'west'] },
    'welch_t',
    ['delacre', 'abstract'],
  ],
  // A number by several groups.
  [
    'a measurement in three groups',
    { value: 'weight', by: 'site' },
    'welch_anova',
    ['field', 'chapter 12'],
  ],
  [
    'in four groups',
    { value: 'height', by: 'arm', ask: 'compare' },
    'welch_anova',
    ['montgomery', 'chapter 3'],
  ],
  [
    'unequal variances in several',
    { value: 'spread', by: 'site' },
    'welch_anova',
    ['field', 'chapter 12'],
  ],
  [
    'skewed and few in several',
    { value: 'income', by: 'site', filter: few },
    'kruskal_wallis',
    ['conover', '5.2'],
  ],
  ['grades in several groups', { value: 'pain', by: 'arm' }, 'kruskal_wallis', ['conover', '5.2']],
  [
    'counts in several groups',
    { value: 'children', by: 'site' },
    'kruskal_wallis',
    ['conover', '5.2'],
  ],
  [
    'groups that are numbers',
    { value: 'weight', by: 'cylinders', ask: 'compare' },
    'welch_anova',
    ['zar', 'chapter 10'],
  ],
  [
    'doses as groups',
    { value: 'weight', by: 'dose', ask: 'compare' },
    'welch_anova',
    ['montgomery', 'chapter 3'],
  ],
  [
    'several groups by a number',
    { value: 'site', by: 'weight' },
    'welch_anova',
    ['zar', 'chapter 10'],
  ],
  // Two values as the outcome of a number.
  [
    '0 and 1 by a measurement',
    { value: 'died', by: 'weight' },
    'logistic',
    ['agresti', 'chapter 4'],
  ],
  [
    'two words by a measurement',
    { value: 'cured', by: 'height' },
    'logistic',
    ['agresti', 'chapter 4'],
  ],
  [
    'true and false by a measurement',
    { value: 'smoker', by: 'weight' },
    'logistic',
    ['field', 'chapter 20'],
  ],
  [
    '0 and 1 by a skewed number',
    { value: 'died', by: 'income' },
    'logistic',
    ['agresti', 'chapter 4'],
  ],
  [
    '0 and 1 by a number, as a comparison',
    { value: 'treated', by: 'weight', ask: 'compare' },
    'logistic',
    ['altman', 'chapter 12'],
  ],
  [
    '0 and 1 that a number separates',
    { value: 'died', by: 'split' },
    'welch_t',
    ['agresti', '5.3'],
  ],
  // Two categories.
  ['0 and 1 with 0 and 1', { value: 'treated', by: 'died' }, 'chi_square', ['agresti', '2.4']],
  ['0 and 1 with two words', { value: 'treated', by: 'cured' }, 'chi_square', ['agresti', '2.4']],
  ['two words twice', { value: 'sex', by: 'cured' }, 'chi_square', ['conover', '4.1']],
  [
    'true and false with groups',
    { value: 'smoker', by: 'site' },
    'chi_square',
    ['zar', 'chapter 23'],
  ],
  ['0 and 1 with groups', { value: 'treated', by: 'arm' }, 'chi_square', ['zar', 'chapter 23']],
  ['several with several', { value: 'site', by: 'arm' }, 'chi_square', ['conover', '4.2']],
  [
    'related categories',
    { value: 'site', by: 'arm', ask: 'relate' },
    'chi_square',
    ['field', 'chapter 19'],
  ],
  [
    '0 and 1 related with 0 and 1',
    { value: 'treated', by: 'died', ask: 'relate' },
    'chi_square',
    ['agresti', '2.4'],
  ],
  [
    'shares of two groups',
    { value: 'cured', by: 'sex', ask: 'compare' },
    'proportions',
    ['altman', 'chapter 10'],
  ],
  [
    'shares of several groups',
    { value: 'died', by: 'site', ask: 'compare' },
    'proportions',
    ['zar', 'chapter 24'],
  ],
  [
    'several categories in groups',
    { value: 'arm', by: 'sex', ask: 'compare' },
    'chi_square',
    ['agresti', '2.4'],
  ],
  [
    'small expected counts, two by two',
    { value: 'rare', by: 'sex' },
    'fisher_exact',
    ['agresti', '2.6'],
  ],
  [
    'small expected counts, 0 and 1',
    { value: 'died', by: 'sex', filter: 'year < 1912' },
    'fisher_exact',
    ['agresti', '2.6'],
  ],
  [
    'small shares compared',
    { value: 'rare', by: 'sex', ask: 'compare' },
    'fisher_exact',
    ['altman', 'chapter 10'],
  ],
  [
    'small expected counts, two by three',
    { value: 'rare', by: 'site' },
    'fisher_exact',
    ['agresti', '2.6'],
  ],
  [
    'few small expected counts of many',
    { value: 'site', by: 'shift' },
    'chi_square',
    ['cochran', 'on small expected numbers'],
  ],
  [
    'many small expected counts',
    { value: 'kinds', by: 'sex' },
    'fisher_exact',
    ['cochran', 'on small expected numbers'],
  ],
  // Two numbers.
  ['two measurements', { value: 'weight', by: 'height' }, 'pearson', ['zar', 'chapter 19']],
  [
    'two measurements related',
    { value: 'weight', by: 'height', ask: 'relate' },
    'pearson',
    ['field', 'chapter 8'],
  ],
  ['a skewed number', { value: 'weight', by: 'income' }, 'spearman', ['conover', '5.4']],
  ['an extreme value', { value: 'weight', by: 'spike' }, 'spearman', ['altman', 'chapter 11']],
  ['grades with a measurement', { value: 'pain', by: 'weight' }, 'spearman', ['conover', '5.4']],
  [
    'a measurement with grades',
    { value: 'weight', by: 'pain' },
    'spearman',
    ['altman', 'chapter 11'],
  ],
  ['grades with grades', { value: 'pain', by: 'pain_after' }, 'kendall', ['agresti', '2.5']],
  [
    'counts with grades',
    { value: 'children', by: 'pain', ask: 'relate' },
    'kendall',
    ['conover', '5.4'],
  ],
  ['a dose that is given', { value: 'weight', by: 'dose' }, 'pearson', ['zar', 'chapter 19']],
  [
    'a number related with two groups',
    { value: 'weight', by: 'sex', ask: 'relate' },
    'point_biserial',
    ['field', 'chapter 8'],
  ],
  [
    'a number related with 0 and 1',
    { value: 'died', by: 'weight', ask: 'relate' },
    'point_biserial',
    ['field', 'chapter 8'],
  ],
  [
    'a number related with several groups',
    { value: 'weight', by: 'site', ask: 'relate' },
    'correlation_ratio',
    ['field', 'chapter 12'],
  ],
  // The same rows twice.
  [
    'two measurements of the same',
    { value: 'before', by: 'after', paired: true },
    'paired_t',
    ['montgomery', '2.5'],
  ],
  [
    'few, with one extreme difference',
    { value: 'spike', by: 'before', paired: true, filter: 'year < 1910' },
    'wilcoxon_signed_rank',
    ['conover', '5.7'],
  ],
  [
    'grades of the same',
    { value: 'pain', by: 'pain_after', paired: true },
    'wilcoxon_signed_rank',
    ['conover', '5.7'],
  ],
  [
    'two values of the same',
    { value: 'ward_before', by: 'ward_after', paired: true },
    'mcnemar',
    ['agresti', '8.1'],
  ],
  [
    '0 and 1 of the same',
    { value: 'test_before', by: 'test_after', paired: true },
    'mcnemar',
    ['agresti', '8.1'],
  ],
  [
    'several categories of the same',
    { value: 'rater1', by: 'rater2', paired: true },
    'mcnemar',
    ['agresti', 'chapter 8'],
  ],
  // Over time.
  ['a number by a date', { value: 'price', by: 'day' }, 'mann_kendall', ['hyndman', 'chapter 2']],
  ['a date by a number', { value: 'day', by: 'price' }, 'mann_kendall', ['hyndman', 'chapter 2']],
  [
    'as a comparison',
    { value: 'weight', by: 'day', ask: 'compare' },
    'mann_kendall',
    ['hyndman', 'chapter 2'],
  ],
  [
    'several rows a day',
    { value: 'weight', by: 'visit' },
    'mann_kendall',
    ['hyndman', 'chapter 2'],
  ],
  [
    'moments with hours',
    { value: 'weight', by: 'seen_at' },
    'mann_kendall',
    ['hyndman', 'chapter 2'],
  ],
  ['by years', { value: 'rate', by: 'year' }, 'mann_kendall', ['hyndman', 'chapter 2']],
  // What no test compares.
  ['a group by a date', { value: 'site', by: 'day' }, 'refused', ['hyndman', 'chapter 2']],
  ['two dates', { value: 'day', by: 'discharged' }, 'refused', ['altman', 'chapter 13']],
  ['a time of day', { value: 'weight', by: 'hour' }, 'refused', ['zar', 'chapter 26']],
  [
    'an identifier as a number',
    { value: 'weight', by: 'patient_id' },
    'refused',
    ['altman', 'chapter 6'],
  ],
  [
    'an identifier as the outcome',
    { value: 'patient_id', by: 'sex' },
    'refused',
    ['altman', 'chapter 6'],
  ],
  ['a code', { value: 'weight', by: 'code' }, 'refused', ['altman', 'chapter 6']],
  ['free text', { value: 'comment', by: 'sex' }, 'refused', ['altman', 'chapter 6']],
  [
    'a column without two values',
    { value: 'weight', by: 'fixed', ask: 'compare' },
    'refused',
    ['altman', 'chapter 9'],
  ],
];

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
});
afterAll(() => tests.close());

const advise = ({ filter, ask = 'any', paired = false, ...asked }: Asked) =>
  tests.engine.recommendTest(table, {
    ...asked,
    ask,
    paired,
    ...(filter === undefined ? {} : { view: { filter } }),
  });

/** Runs what was recommended, under the same view. */
async function run({ operation, options }: Recommendation, filter?: string): Promise<unknown> {
  const given = { ...options, ...(filter === undefined ? {} : { view: { filter } }) };
  switch (operation) {
    case 'compare_groups':
      return tests.engine.compareGroups(table, comparisonOptions.parse(given));
    case 'analyze_association':
      return tests.engine.association(table, associationOptions.parse(given));
    case 'fit_regression':
      return tests.engine.fitRegression(table, regressionOptions.parse(given));
    case 'analyze_time_series':
      return tests.engine.timeSeries(table, timeSeriesOptions.parse(given));
  }
}

describe('advises as the books do', () => {
  test('on 60 situations and more', () => {
    expect(situations.length).toBeGreaterThanOrEqual(60);
    expect(new Set(situations.map(([said]) => said)).size).toBe(situations.length);
  });

  test.each(
    situations.map(([said, asked, method, [book, where]]) => ({
      said,
      asked,
      method,
      source: `${books[book]}, ${where}`,
    })),
  )('$said: $method ($source)', async ({ asked, method }) => {
    if (method === 'refused') {
      await expect(advise(asked)).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(/^['A].*\.$/),
        details: { fix: expect.stringMatching(/\.$/) },
      });
      return;
    }
    const advice = await advise(asked);
    expect(advice.method).toBe(method);
    expect(advice.rejected.map((one) => one.method)).not.toContain(method);
    expect(advice.rejected.length).toBeGreaterThan(0);
    // It can be run as it is.
    await expect(run(advice, asked.filter)).resolves.toBeDefined();
  });
});

describe('the adviser says', () => {
  test('that rows of a series depend on each other, and that sorted rows look alike', async () => {
    const two = await advise({ value: 'price', by: 'rate' });
    // Granger and Newbold: two walks go together without having to do with each other.
    expect(two.checks.filter(({ name }) => name === 'independent rows')).toEqual([
      {
        name: 'independent rows',
        verdict: 'doubtful',
        said: expect.stringMatching(/^price depends on the row before \(autocorrelation \.\d\d in/),
      },
      { name: 'independent rows', verdict: 'doubtful', said: expect.stringContaining('rate') },
    ]);
    const groups = await advise({ value: 'price', by: 'sex' });
    expect(groups.checks).toContainEqual(
      expect.objectContaining({ name: 'independent rows', verdict: 'doubtful' }),
    );
    const usual = await advise({ value: 'weight', by: 'sex' });
    expect(usual.checks).toContainEqual({
      name: 'independent rows',
      verdict: 'nothing_against',
      said: expect.stringMatching(/^No dependence of weight on the row before was found/),
    });
  });

  test('never Pearson or an analysis of variance where a column has two values or few', async () => {
    for (const [said, asked, method] of situations) {
      if (method === 'refused') continue;
      const short = ['treated', 'died', 'smoker', 'pain', 'children', 'sex', 'cured'];
      if (!short.includes(asked.value)) continue;
      const { method: found } = await advise(asked);
      expect([said, found]).not.toEqual([
        said,
        expect.stringMatching(/^(pearson|anova|welch_anova)$/),
      ]);
    }
  });

  test('how many rows a group has, and never that an assumption holds that was tested', async () => {
    const { checks } = await advise({ value: 'weight', by: 'sex' });
    expect(checks.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['equal variances', 'nothing_against'],
      ['roughly normal groups', 'large_enough'],
      ['independent rows', 'nothing_against'],
    ]);
    expect(checks[1]?.said).toBe(
      'Each has 30 values or more: large enough for means at a skewness of up to 0.43.',
    );
  });
});
