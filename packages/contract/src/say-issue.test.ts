import { expect, test } from 'vitest';
import { AppError } from './errors.ts';
import { operations } from './operations.ts';
import type { Operation } from './operation.ts';
import { parseInput } from './parse-input.ts';

function refused(operation: Operation, input: unknown): unknown {
  try {
    return parseInput(operation, input);
  } catch (error) {
    return error instanceof AppError ? [error.message, error.details] : error;
  }
}
const id = '01900000-0000-7000-8000-000000000000';

test.each<[Operation, unknown, string, Record<string, string>]>([
  [
    operations.auth.login,
    {},
    'email: This field is missing: give a text.',
    {
      email: 'This field is missing: give a text.',
      password: 'This field is missing: give a text.',
    },
  ],
  [
    operations.auth.login,
    { email: 7, password: null },
    'email: Give a text, not a number.',
    { email: 'Give a text, not a number.', password: 'Give a text, not null.' },
  ],
  [
    operations.datasets.rows,
    {
      id,
      view: {
        clean: [
          {
            step: 'recode',
            column: 'size',
            values: [
              { from: 'S', to: 'small' },
              { from: 'S', to: 'short' },
            ],
          },
        ],
      },
    },
    "view.clean.0.values: Each 'from' can be recoded once.",
    { 'view.clean.0.values': "Each 'from' can be recoded once." },
  ],
  ...(
    [
      [
        { step: 'trim', columns: ['city'] },
        '.step',
        'A column in other letters is derived: {"name": "city2", "expression": "lower(trim(city))"}.',
      ],
      [
        { step: 'fillna', columns: ['n'] },
        '.step',
        "Missing values are filled by 'impute', beside 'clean'.",
      ],
      [{ step: 'replace', column: 'n' }, '.step', "Did you mean 'recode'?"],
      [{ step: 'get_dummies', columns: ['n'] }, '.step', "Did you mean 'encode'?"],
    ] as const
  ).map(([step, field, said]): [Operation, unknown, string, Record<string, string>] => {
    const message = `Give one of 'parse_numbers', 'parse_dates', 'recode', 'encode', 'clip_outliers', 'drop_outliers', 'scale', 'drop_duplicates', 'correct_cells', 'delete_rows', 'rename_columns', 'split_column'. ${said}`;
    const at = `view.clean.0${field}`;
    return [
      operations.datasets.rows,
      { id, view: { clean: [step] } },
      `${at}: ${message}`,
      { [at]: message },
    ];
  }),
  [
    operations.datasets.rows,
    { id, view: { clean: [{ step: 'drop_duplicates', columns: ['n'], keep: 'last' }] } },
    'view.clean.0.keep: There is no such field. The first row stays. Others stay by a filter ' +
      'in the order of sort: row_number(by: id) = 1. The fields are step, columns.',
    {
      'view.clean.0.keep':
        'There is no such field. The first row stays. Others stay by a filter in the order ' +
        'of sort: row_number(by: id) = 1. The fields are step, columns.',
    },
  ],
  [
    operations.admin.assignRole,
    { user_id: 'x', role_id: id },
    'user_id: Give a UUID, as it was in an answer.',
    { user_id: 'Give a UUID, as it was in an answer.' },
  ],
  [
    operations.auth.login,
    [],
    'Give an object with named fields, not a list.',
    { '': 'Give an object with named fields, not a list.' },
  ],
  [
    operations.datasets.fitRegression,
    { id, method: 'nope' },
    "method: Give one of 'linear', 'logistic', 'poisson'.",
    { method: "Give one of 'linear', 'logistic', 'poisson'." },
  ],
  [
    operations.admin.users,
    { limit: 1.5, sort: 'size' },
    'limit: Give a whole number.',
    {
      limit: 'Give a whole number.',
      sort: "Give one of 'created_at', 'last_login_at', 'email', 'full_name', 'stored_bytes'.",
    },
  ],
])('%o refuses %j in words', (operation, input, message, fields) => {
  expect(refused(operation, input)).toEqual([
    message,
    { errors: Object.entries(fields).map(([field, said]) => ({ field, message: said })) },
  ]);
});

// By what they are called elsewhere.
test.each<[Operation, string, string]>([
  [operations.datasets.compareGroups, 'tukey', "Did you mean 'anova'?"],
  [operations.datasets.compareGroups, 'games_howell', "Did you mean 'welch_anova'?"],
  [operations.datasets.compareGroups, 'dunn', "Did you mean 'kruskal_wallis'?"],
  [operations.datasets.calculatePower, 't_test', "Did you mean 'two_sample_t'?"],
  [operations.datasets.timeSeries, 'arima', "Did you mean 'ets'?"],
  [operations.datasets.timeSeries, 'moving_average', "Did you mean 'overview'?"],
  [operations.datasets.association, 'cramers_v', "Did you mean 'chi_square'?"],
  [operations.datasets.association, 'odds_ratio', "Did you mean 'fisher_exact'?"],
  [operations.datasets.structure, 'factor_analysis', "Did you mean 'principal_components'?"],
])('%o has no method %s, and names its own', (operation, method, meant) => {
  expect(refused(operation, { id, method })).toEqual([
    expect.stringContaining(meant),
    expect.anything(),
  ]);
});

test.each(['logrank', 'log_rank', 'Kaplan-Meier', 'cox_ph'])(
  'survival analysis, as %s, is said to be no part of the methods',
  (method) => {
    expect(refused(operations.datasets.compareGroups, { id, method })).toEqual([
      expect.any(String),
      expect.objectContaining({
        fix:
          'There are no methods of survival analysis here. SQL gives Kaplan–Meier, from the ' +
          'deaths and the rows at risk of each day: product(1 - deaths / at_risk) OVER (ORDER ' +
          'BY day).',
      }),
    ]);
  },
);

test('what an object has by another name is no part of its view', () => {
  expect(
    refused(operations.datasets.aggregate, {
      id,
      group_by: ['a'],
      order_by: [{ column: 'count' }],
    }),
  ).toEqual([expect.stringContaining("no such field. Did you mean 'sort'?"), expect.anything()]);
  const meant = expect.stringContaining("no such field. Did you mean 'columns'?");
  expect(refused(operations.datasets.structure, { id, method: 'k_means', x: 'a', y: 'b' })).toEqual(
    [
      'columns: This field is missing: give a list.',
      expect.objectContaining({
        errors: expect.arrayContaining([
          { field: 'x', message: meant },
          { field: 'y', message: meant },
        ]),
      }),
    ],
  );
});

test.each([
  [{ statistic: 'share', by: 'a' }, '0.by', /The share of a group within another is .*over: view/],
  [
    { statistic: 'first', of: 'a', order_by: 'b' },
    '0.order_by',
    /in the order of the view: view: /,
  ],
  [{ statistic: 'sum', of: 'a', where: 'b > 1' }, '0.where', /if\(x > 1, y, missing\)/],
  [
    { statistic: 'pct_change', of: 'a' },
    '0.statistic',
    /^There is no statistic 'pct_change'\. run_sql/,
  ],
  [{ statistic: 'row_percent' }, '0.statistic', /The share of a group within another is /],
  [{ statistic: 'percent_rank', of: 'a' }, '0.statistic', /mean of a condition/],
  [{ statistic: 'meen', of: 'a' }, '0.statistic', /^Give one of .* Did you mean 'mean'/],
])('an aggregate %j says how that is asked for', (aggregate, field, said) => {
  expect(refused(operations.datasets.aggregate, { id, aggregates: [aggregate] })).toEqual([
    expect.any(String),
    { errors: [{ field: `aggregates.${field}`, message: expect.stringMatching(said) }] },
  ]);
});

test.each([
  [['mean(fare * 2)'], '.0', 'Write {"statistic":"mean","of":"fare * 2"}.'],
  [['COUNT'], '.0', 'Write {"statistic":"count"}.'],
  [
    { fare: 'mean', age: ['min', 'max'] },
    '',
    'Write [{"statistic":"mean","of":"fare"},{"statistic":["min","max"],"of":"age"}].',
  ],
  [{ statistic: 'mean', of: 'fare' }, '', 'Write [{"statistic":"mean","of":"fare"}].'],
  [[{ statistic: 'p90', of: 'fare' }], '.0.statistic', 'Write "statistic": "quantile", "p": 0.9.'],
  [['mean of fare'], '.0', 'Give an object with named fields, not a text.'],
  [7, '', 'Give a list, not a number.'],
])('aggregates %j are written as they are meant', (aggregates, field, message) => {
  expect(refused(operations.datasets.aggregate, { id, aggregates })).toEqual([
    `aggregates${field}: ${message}`,
    { errors: [{ field: `aggregates${field}`, message }] },
  ]);
});

test('a text in place of a list has one fault', () => {
  expect(refused(operations.datasets.aggregate, { id, group_by: 'a longer name' })).toEqual([
    'group_by: Give a list, not a text. Write ["a longer name"].',
    {
      errors: [{ field: 'group_by', message: 'Give a list, not a text. Write ["a longer name"].' }],
    },
  ]);
});

test('a description of groups is a question about groups', () => {
  expect(refused(operations.datasets.analyze, { id, columns: ['a'], by: 'b' })).toEqual([
    expect.stringContaining(
      'query_dataset has groups: {"group_by": ["a"], "aggregates": [{"statistic": ["mean", ' +
        '"sd", "median"], "of": "x"}]}.',
    ),
    expect.anything(),
  ]);
});

test('a design takes no view, and its line of parameters names none', () => {
  expect(
    refused(operations.datasets.calculatePower, { method: 'two_proportions', ratio: 2 }),
  ).toEqual([
    expect.any(String),
    expect.objectContaining({
      fix:
        'two_proportions takes n? (number), effect? (number), alpha? (number), power? ' +
        '(number), p1? (number), p2? (number), alternative? (two_sided | less | greater, ' +
        '"two_sided").',
    }),
  ]);
});

test('frequencies of two columns are counts of groups', () => {
  expect(refused(operations.datasets.frequencies, { id, column: 'a', by: 'b' })).toEqual([
    expect.stringContaining(
      'query_dataset counts two columns: {"group_by": ["a", "b"], "across": "b"}.',
    ),
    expect.anything(),
  ]);
});

test.each([
  ['fare', '{"column":"fare"}'],
  ['-fare', '{"column":"fare","direction":"descending"}'],
  ['sum fare DESC', '{"column":"sum fare","direction":"descending"}'],
])('a sort key %s is written in its own words', (key, meant) => {
  const message = `Write ${meant}.`;
  expect(refused(operations.datasets.aggregate, { id, sort: [key] })).toEqual([
    `sort.0: ${message}`,
    { errors: [{ field: 'sort.0', message }] },
  ]);
});

test('without a method, the usual one of each question is named', () => {
  expect(refused(operations.datasets.compareGroups, { id, value: 'a', group: 'b' })).toEqual([
    expect.stringMatching(/^method: Give one of /),
    expect.objectContaining({
      fix: expect.stringMatching(
        /^Usual are welch_t \(two groups\), welch_anova \(several groups\), /,
      ),
    }),
  ]);
});

test.each([
  ['filter', 'filter'],
  ['order_by', 'sort'],
])('a field %s in the wrong place belongs in a view as %s', (field, meant) => {
  expect(refused(operations.datasets.rows, { id, [field]: 'a' })).toEqual([
    expect.stringContaining(`It belongs in 'view': view: {"${meant}": …}.`),
    expect.anything(),
  ]);
});
