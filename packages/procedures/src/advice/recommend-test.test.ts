import {
  AppError,
  associationOptions,
  comparisonOptions,
  regressionOptions,
  type PowerOptions,
  type View,
} from '@columnist/contract';
import { ofSample, sampled } from '@columnist/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

let tests: TestEngine;
let table: TableRef;
const skewed = (i: number): number => [1, 1, 2, 1, 90, 2, 1, 3, 1, 2][i % 10] ?? 1;
const csv = `even,skew,two,three,before,after,rare,flag,rank,gap,level\n${Array.from({ length: 40 }, (_, i) => `${(i * 17) % 41},${skewed(i)},${'ab'[i % 2]},${'pqr'[i % 3]},${['yes', 'no', 'maybe'][i % 3]},${['yes', 'no', 'maybe'][(i * 5 + Number(i % 4 === 0)) % 3]},${i === 7 ? 'odd' : 'usual'},${Number(i % 5 < 2)},${4 + 2 * (i % 3)},${i % 3 === 2 ? '' : i},${i % 3 === 1 ? 5 : i}`).join('\n')}\n`;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
});
afterAll(() => tests.close());

type Asked = {
  value: string;
  by: string;
  paired?: boolean;
  ask?: 'any' | 'compare' | 'relate';
  groups?: string[];
  view?: { filter: string };
};

describe('the adviser', () => {
  const few = { filter: 'even < 20' };
  test.each<[string, Asked, object]>([
    [
      'two groups',
      { value: 'even', by: 'two' },
      {
        operation: 'compare_groups',
        method: 'welch_t',
        options: { method: 'welch_t', value: 'even', group: 'two' },
        rejected: [{ method: 'mann_whitney' }, { method: 'student_t' }],
      },
    ],
    [
      'two values by a number are modelled by their odds',
      { value: 'two', by: 'even' },
      {
        operation: 'fit_regression',
        method: 'logistic',
        options: { formula: 'two ~ even' },
        rejected: [{ method: 'linear' }, { method: 'pearson' }, { method: 'welch_t' }],
      },
    ],
    [
      'several groups by a number are asked the other way round',
      { value: 'three', by: 'even' },
      { method: 'welch_anova', options: { value: 'even', group: 'three' } },
    ],
    [
      'several groups',
      { value: 'even', by: 'three' },
      {
        method: 'welch_anova',
        rejected: [{ method: 'kruskal_wallis' }, { method: 'anova' }, { method: 'welch_t' }],
      },
    ],
    [
      'few and skewed values',
      { value: 'skew', by: 'two', view: few },
      {
        method: 'mann_whitney',
        checks: [
          { name: 'equal variances' },
          { name: 'roughly normal groups', verdict: 'doubtful' },
          { name: 'independent rows' },
        ],
      },
    ],
    [
      'two numbers',
      { value: 'even', by: 'skew' },
      {
        operation: 'analyze_association',
        method: 'spearman',
        options: { columns: ['even', 'skew'] },
        rejected: [{ method: 'pearson' }, { method: 'kendall' }],
      },
    ],
    [
      'measured twice',
      { value: 'even', by: 'skew', paired: true },
      {
        operation: 'compare_groups',
        method: 'paired_t',
        options: { value: 'even', other: 'skew' },
      },
    ],
    [
      'two categories',
      { value: 'two', by: 'three' },
      { operation: 'analyze_association', method: 'chi_square', options: { x: 'three', y: 'two' } },
    ],
    [
      'rare values',
      { value: 'rare', by: 'three' },
      {
        method: 'fisher_exact',
        checks: [{ verdict: 'doubtful', said: 'The smallest expected count is 0.3.' }],
      },
    ],
    [
      'two of several groups',
      { value: 'even', by: 'three', groups: ['r', 'p'] },
      { method: 'welch_t', options: { value: 'even', group: 'three', groups: ['r', 'p'] } },
    ],
    [
      'groups that are numbers',
      { value: 'even', by: 'rank', ask: 'compare' },
      {
        operation: 'compare_groups',
        method: 'welch_anova',
        options: { value: 'even', group: 'rank' },
      },
    ],
    [
      '0 and 1 as groups',
      { value: 'even', by: 'flag' },
      {
        operation: 'compare_groups',
        method: 'welch_t',
        options: { value: 'even', group: 'flag' },
        why:
          'even is a number and flag has 2 groups; their means are compared, without taking ' +
          'equal variances for granted.',
      },
    ],
    [
      '0 and 1 as the outcome',
      { value: 'flag', by: 'three', ask: 'compare' },
      {
        operation: 'compare_groups',
        method: 'proportions',
        options: { event: 'flag', success: '1', group: 'three' },
        why: 'flag has 2 values and three has 3 groups: the shares of 1 are compared.',
        rejected: [{ method: 'chi_square' }, { method: 'fisher_exact' }],
      },
    ],
    [
      'a category as the outcome',
      { value: 'before', by: 'two', ask: 'compare' },
      {
        operation: 'analyze_association',
        method: 'chi_square',
        options: { x: 'two', y: 'before' },
      },
    ],
    [
      'a group without values is left out',
      { value: 'gap', by: 'three', ask: 'compare' },
      { method: 'welch_t', options: { value: 'gap', group: 'three', groups: ['p', 'q'] } },
    ],
    [
      'a group whose values are equal',
      { value: 'level', by: 'three', ask: 'compare' },
      {
        method: 'kruskal_wallis',
        why:
          'level is a number and three has 3 groups; all values of one of them are equal: ranks ' +
          'need no spread in each group.',
      },
    ],
    [
      'a number related with two groups',
      { value: 'even', by: 'two', ask: 'relate' },
      {
        operation: 'analyze_association',
        method: 'point_biserial',
        options: { x: 'even', y: 'two' },
      },
    ],
    [
      'several groups related with a number',
      { value: 'three', by: 'even', ask: 'relate' },
      {
        operation: 'analyze_association',
        method: 'correlation_ratio',
        options: { x: 'even', y: 'three' },
      },
    ],
    [
      'the same category twice',
      { value: 'before', by: 'after', paired: true },
      { method: 'mcnemar', rejected: [{ method: 'chi_square' }, { method: 'cohen_kappa' }] },
    ],
  ])('%s', async (_, { paired = false, ask = 'any', ...input }, wanted) => {
    const found = await tests.engine.recommendTest(table, { ...input, paired, ask });
    expect(found).toMatchObject(wanted);
    expect(
      [found.why, ...found.rejected.map(({ why }) => why)].every(
        (why) => why.endsWith('.') && !why.includes('undefined'),
      ),
    ).toBe(true);
  });

  test('refuses what cannot be compared', async () => {
    await expect(
      tests.engine.recommendTest(table, { value: 'even', by: 'even', paired: false, ask: 'any' }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(
      tests.engine.recommendTest(table, { value: 'even', by: 'thre', paired: false, ask: 'any' }),
    ).rejects.toMatchObject({ code: 'unknown_column' });
    await expect(
      tests.engine.recommendTest(table, { value: 'even', by: 'two', paired: true, ask: 'any' }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('what the adviser recommends', () => {
  // Columns that tests refuse: constant, single values, empty groups, no change, few rows, two
  // values, many values.
  const n = 24;
  const columns: Readonly<Record<string, (i: number) => string | number | undefined>> = {
    a: (i) => (i * 7) % 23,
    shifted: (i) => ((i * 7) % 23) + 3,
    still: () => 4,
    flag: (i) => i % 2,
    holes: (i) => (i % 3 === 2 ? '' : i * i),
    steps: (i) => i % 3,
    tail: (i) => (i === 3 ? 9000 : i % 4),
    g2: (i) => 'xy'[i % 2],
    g3: (i) => 'pqr'[i % 3],
    single: (i) => (i === 0 ? 'alone' : 'others'),
    seen: (i) => (i === 3 ? 'x' : 'xy'[i % 2]),
  };
  const names = Object.keys(columns);
  const hostile = `${names.join(',')}\n${Array.from({ length: n }, (_, i) => names.map((name) => String(columns[name]?.(i) ?? '')).join(',')).join('\n')}\n`;

  test.each([
    ['compare', false],
    ['relate', false],
    ['any', true],
  ] as const)(`can be run: %s, paired %s (${ofSample})`, async (ask, paired) => {
    const { table: odd } = await tests.admit(hostile);
    // Only in a comparison it matters which column is named first.
    const pairs = sampled(
      names.flatMap((value, i) =>
        names
          .slice(ask === 'compare' ? 0 : i + 1)
          .flatMap((by) => (value === by ? [] : [{ value, by }])),
      ),
      25,
    );
    const outcomes = await Promise.all(
      pairs.map(async ({ value, by }) => {
        const found = await tests.engine
          .recommendTest(odd, { value, by, ask, paired })
          .catch((reason: unknown) => reason);
        if (found instanceof AppError) return 'refused';
        const { operation, options } = z
          .object({ operation: z.string(), options: z.record(z.string(), z.unknown()) })
          .parse(found);
        const answer = await (
          operation === 'compare_groups'
            ? tests.engine.compareGroups(odd, comparisonOptions.parse(options))
            : operation === 'fit_regression'
              ? tests.engine.fitRegression(odd, regressionOptions.parse(options))
              : tests.engine.association(odd, associationOptions.parse(options))
        ).catch((reason: unknown) => reason);
        return answer instanceof Error
          ? `${value} by ${by}, ${String(options['method'])}: ${answer.message}`
          : 'run';
      }),
    );
    expect(outcomes.filter((outcome) => outcome !== 'run' && outcome !== 'refused')).toEqual([]);
    expect(outcomes.filter((outcome) => outcome === 'run').length).toBeGreaterThan(
      pairs.length / 4,
    );
  });
});

const asNumbers: View = { clean: [{ step: 'parse_numbers', columns: ['v'] }] };
const withoutUnit: View = {
  derive: [{ name: 'v as number', expression: "to_number(replace(v, 'widgets', ''))" }],
};
test.each<[string, (i: number) => string, View, string]>([
  ['per cent', (i) => `${i}.00%`, asNumbers, 'v'],
  ['a unit', (i) => `${i} widgets`, withoutUnit, 'v as number'],
])('numbers as texts with %s are to be read as numbers', async (_, write, view, name) => {
  const { table: texts } = await tests.admit(
    `v,g,note\n${Array.from({ length: 60 }, (__, i) => `${write(i + 3)},${'ab'[i % 2]},note ${i} of ${write(i)}`).join('\n')}\n`,
  );
  const ask = async (value: string, more: { view?: View } = {}) =>
    tests.engine.recommendTest(texts, { value, by: 'g', ask: 'any', paired: false, ...more });
  await expect(ask('v')).rejects.toMatchObject({
    message: "'v' holds numbers that are written as texts, with a sign or a unit.",
    details: { fix: `Read them as numbers with a view: ${JSON.stringify(view)}.` },
  });
  expect(await ask(name, { view })).toMatchObject({ method: 'welch_t' });
  await expect(ask('note')).rejects.toMatchObject({
    message: expect.stringContaining('holds free text'),
  });
});

test.each([
  ['v', 'still', "All values of 'still' are equal here."],
  ['still', 'v', "All values of 'still' are equal here."],
  ['v', 'once', 'One row has both values; a correlation is tested from 3 rows on.'],
  ['v', 'never', 'No row has both values; a correlation is tested from 3 rows on.'],
])('refuses numbers that no correlation can compare: %s by %s', async (value, by, message) => {
  const { table: odd } = await tests.admit(
    `v,still,once,never\n${Array.from({ length: 30 }, (_, i) => `${i === 0 ? '' : (i * 17) % 31},4,${i === 3 ? 5 : ''},${i === 0 ? 2 : ''}`).join('\n')}\n`,
  );
  await expect(
    tests.engine.recommendTest(odd, { value, by, ask: 'any', paired: false }),
  ).rejects.toMatchObject({ code: 'invalid_input', message });
});

test('the risk of two categories is that of the value, in the groups of by', async () => {
  const lines = { 'drug,no': 60, 'drug,yes': 5, 'placebo,no': 45, 'placebo,yes': 10 };
  const { table: trial } = await tests.admit(
    `arm,dropout\n${Object.entries(lines)
      .map(([line, n]) => `${line}\n`.repeat(n))
      .join('')}`,
  );
  const recommended = async (ask: 'any' | 'relate' | 'compare') =>
    (await tests.engine.recommendTest(trial, { value: 'dropout', by: 'arm', ask, paired: false }))
      .options;
  for (const ask of ['any', 'relate'] as const) {
    const options = await recommended(ask);
    expect(options).toMatchObject({ method: 'chi_square', x: 'arm', y: 'dropout' });
    const found = await tests.engine.association(trial, associationOptions.parse(options));
    if (!('effects' in found)) throw new Error('It is a test.');
    // 10 of 55 dropped out with placebo, and 5 of 65 with the drug.
    expect(found.effects.at(-1)).toMatchObject({
      name: 'relative risk of dropout = true, arm = placebo against drug',
      value: expect.closeTo(10 / 55 / (5 / 65), 12),
    });
  }
  expect(await recommended('compare')).toMatchObject({
    method: 'proportions',
    event: 'dropout',
    group: 'arm',
  });
});

describe('power', () => {
  const usual = { alternative: 'two_sided' } as const;
  test.each<[string, PowerOptions, object]>([
    // pwr.t.test(d = 0.5, power = 0.8): n = 63.76561; pwr.r.test(r = 0.3, n = 50): 0.5715558;
    // pwr.anova.test(k = 3, n = 20, power = 0.9): f = 0.4715969, to the four digits of its search.
    [
      'size',
      { method: 'two_sample_t', effect: 0.5, power: 0.8, ...usual },
      {
        solved: 'n',
        n: expect.closeTo(63.76561, 4),
        sentence:
          'With 64 values in each group an effect of d = 0.5 is found with a power of 80% at the 5% level.',
      },
    ],
    [
      'power',
      { method: 'correlation', effect: 0.3, n: 50, ...usual },
      { solved: 'power', power: expect.closeTo(0.5715558, 5) },
    ],
    [
      'effect',
      { method: 'anova', groups: 3, n: 20, power: 0.9 },
      { solved: 'effect', effect: expect.closeTo(0.4715969, 4) },
    ],
    [
      'level',
      { method: 'two_sample_t', n: 50, effect: 0.5, power: 0.8, ...usual },
      { solved: 'alpha' },
    ],
  ])('%s', async (_, input, wanted) => {
    expect(await tests.engine.calculatePower(input)).toMatchObject({
      ...wanted,
      picture: { kind: 'curve' },
    });
  });

  test.each<[string, PowerOptions]>([
    ['two things left out', { method: 'two_sample_t', n: 10, ...usual }],
    ['an effect of 0', { method: 'two_sample_t', effect: 0, power: 0.8, ...usual }],
    ['a correlation above 1', { method: 'correlation', effect: 1.2, n: 20, ...usual }],
    [
      'an effect in the other direction',
      { method: 'two_sample_t', effect: -0.5, power: 0.8, alternative: 'greater' },
    ],
    ['too few values', { method: 'correlation', effect: 0.3, n: 3, ...usual }],
  ])('refuses %s', async (_, input) => {
    const error: unknown = await tests.engine
      .calculatePower(input)
      .catch((reason: unknown) => reason);
    expect(error instanceof AppError && error.code).toBe('invalid_input');
  });
});
