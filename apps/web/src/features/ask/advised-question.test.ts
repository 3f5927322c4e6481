import { describe, expect, test } from 'vitest';
import { correlationOf, inWordsOf, pairOf, resolved, unfitOf } from './advised-question.ts';
import { formOf } from '../results/methods.ts';
import { callOf, firstQuestion, readTest, type Question } from '../results/test-question.ts';
import { testColumn } from '../../lib/testing-column.ts';

const columns = [
  testColumn('mass', 'number', 300),
  testColumn('species', 'category', 3),
  testColumn('sex', 'category', 2),
  testColumn('flag', 'number', 2),
  testColumn('later', 'number', 280),
];
const asked = (
  method: string,
  fields: Question['fields'],
  ask: Question['ask'] = 'compare',
): Question => ({ ask, method, fields });

describe('what the adviser is asked', () => {
  test.each<[string, Question, object | null]>([
    [
      'groups',
      asked('auto', { value: 'mass', group: 'species' }),
      { value: 'mass', by: 'species', paired: false, ask: 'compare' },
    ],
    [
      'two of the groups',
      asked('auto', { value: 'mass', group: 'species', groups: ['a', 'b'] }),
      { value: 'mass', by: 'species', paired: false, ask: 'compare', groups: ['a', 'b'] },
    ],
    [
      'an outcome of 0 and 1 has no chosen groups',
      asked('auto', { value: 'flag', group: 'species', groups: ['a', 'b'] }),
      { value: 'flag', by: 'species', paired: false, ask: 'compare' },
    ],
    [
      'pairs',
      asked('auto_pairs', { value: 'mass', other: 'later' }),
      { value: 'mass', by: 'later', paired: true, ask: 'any' },
    ],
    [
      'related columns',
      asked('auto', { x: 'mass', y: 'species' }, 'relate'),
      { value: 'mass', by: 'species', paired: false, ask: 'relate' },
    ],
    [
      'a correlation that somebody chose',
      asked('pearson', { columns: ['mass', 'later'] }, 'relate'),
      { value: 'mass', by: 'later', paired: false, ask: 'relate' },
    ],
    [
      'more columns than two',
      asked('pearson', { columns: ['mass', 'later', 'flag'] }, 'relate'),
      null,
    ],
    [
      'another question of the same columns',
      asked('levene', { value: 'mass', group: 'species' }),
      null,
    ],
    ['an open place', asked('auto', { value: 'mass' }), null],
  ])('%s', (_, question, wanted) => {
    expect(pairOf(question, columns)).toEqual(wanted);
  });
});

test('the first question leaves the method to the adviser, and is no call before it is chosen', () => {
  const question = firstQuestion('compare', columns);
  expect([question, callOf(question, undefined)]).toEqual([
    asked('auto', { value: 'mass', group: 'sex' }),
    null,
  ]);
  const whole = resolved(
    { ...question, fields: { value: 'mass', group: 'species', alternative: 'less' } },
    {
      method: 'welch_t',
      options: { method: 'welch_t', value: 'mass', group: 'species', groups: ['a', 'b'] },
    },
  );
  expect(callOf(whole, undefined)).toEqual({
    operation: 'compare_groups',
    options: {
      method: 'welch_t',
      value: 'mass',
      group: 'species',
      groups: ['a', 'b'],
      alternative: 'less',
      confidence_level: 0.95,
    },
  });
});

test('the method of an older address stays', () => {
  expect(
    readTest(
      JSON.stringify({
        ask: 'compare',
        method: 'welch_t',
        fields: { value: 'mass', group: 'sex' },
      }),
      columns,
      ['compare', 'relate'],
    ),
  ).toMatchObject({ method: 'welch_t' });
});

test('what a method does not take is known beforehand', () => {
  expect(
    unfitOf(asked('mann_whitney', { value: 'mass', group: 'species' }), columns, false),
  ).toEqual({
    text: 'species has 3 groups, and the Mann–Whitney U test takes two: choose two under “Which groups”.',
    use: 'kruskal_wallis',
  });
  expect(
    unfitOf(
      asked('welch_t', { value: 'mass', group: 'species', groups: ['a', 'b', 'c'] }),
      columns,
      false,
    )?.text,
  ).toBe('3 groups are chosen, and the Welch t test takes two: choose two under “Which groups”.');
  expect([
    unfitOf(
      asked('welch_t', { value: 'mass', group: 'species', groups: ['a', 'b'] }),
      columns,
      false,
    ),
    unfitOf(asked('welch_t', { value: 'mass', group: 'sex' }), columns, false),
    unfitOf(asked('welch_anova', { value: 'mass', group: 'species' }), columns, false),
  ]).toEqual([null, null, null]);
  // A view may leave two of the three groups, and another number of values.
  expect([
    unfitOf(asked('welch_t', { value: 'mass', group: 'species' }), columns, true),
    unfitOf(
      asked('welch_t', { value: 'mass', group: 'species', groups: ['a', 'b', 'c'] }),
      columns,
      true,
    )?.use,
  ]).toEqual([null, 'welch_anova']);
});

test('a refusal is in the words of the form', () => {
  expect(
    inWordsOf(
      formOf('compare', 'welch_t'),
      "Name two of them in 'groups' ('a', 'b', 'c'), or use welch_anova, which compares them all.",
    ),
  ).toBe(
    "Name two of them in “Which groups” ('a', 'b', 'c'), or use Welch analysis of variance, which compares them all.",
  );
  expect(
    inWordsOf(
      formOf('distribution', 'shapiro_wilk'),
      'Use anderson_darling or lilliefors, which take any number.',
    ),
  ).toBe('Use Anderson–Darling test or Lilliefors test, which take any number.');
  expect(inWordsOf(formOf('relate', 'partial'), 'A partial overview of the permutation.')).toBe(
    'A partial overview of the permutation.',
  );
});

describe('where the plan has no adviser', () => {
  test.each<[string, Question, Question | null]>([
    [
      'two numbers are correlated',
      asked('auto', { x: 'mass', y: 'later' }, 'relate'),
      asked('pearson', { columns: ['mass', 'later'] }, 'relate'),
    ],
    ['a column with itself is none', asked('auto', { x: 'mass', y: 'mass' }, 'relate'), null],
    ['a number and groups are none', asked('auto', { x: 'mass', y: 'sex' }, 'relate'), null],
    ['an open place is none', asked('auto', { x: 'mass' }, 'relate'), null],
    ['numbers that are compared', asked('auto_pairs', { value: 'mass', other: 'later' }), null],
    ['a method of their own', asked('kendall', { x: 'mass', y: 'later' }, 'relate'), null],
  ])('%s', (_, question, wanted) => {
    expect(correlationOf(question, columns)).toEqual(wanted);
  });
});
