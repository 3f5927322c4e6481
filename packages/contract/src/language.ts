import { groupStatistic } from './datasets/aggregation.ts';
import { functionOf, functions, isFunction, type FunctionEntry } from './expression/functions.ts';

/** Parts of a view, each as JSON, on the table of `languageColumns`. Tests ask all of them. */
export const stepExamples = {
  clean: [
    { step: 'parse_numbers', columns: ['cost'], pattern: '1.234,56' },
    { step: 'parse_dates', columns: ['code'], pattern: 'DD.MM.YYYY' },
    { step: 'recode', column: 'class', values: [{ from: '3', to: 'third' }], others: 'keep' },
    { step: 'encode', columns: ['species'] },
    { step: 'clip_outliers', columns: ['fare'], rule: 'tukey' },
    { step: 'drop_outliers', columns: ['fare'], rule: 'zscore' },
    { step: 'scale', columns: ['fare'], method: 'minmax' },
    { step: 'drop_duplicates', columns: ['name'] },
    {
      step: 'correct_cells',
      cells: [{ row: 2, column: 'fare', from: 20, to: 25.5 }],
    },
    { step: 'delete_rows', rows: [{ row: 3, has: [{ column: 'name', value: 'Cid' }] }] },
    { step: 'rename_columns', columns: [{ from: 'port', to: 'harbour' }] },
    { step: 'split_column', column: 'name', by: ' ', into: ['given_name', 'others'] },
  ],
  impute: [
    { columns: ['age'], method: 'median', by: ['class'] },
    { columns: ['age'], method: 'constant', value: 0 },
    { columns: ['age'], method: 'forward' },
  ],
  derive: [{ name: 'family', expression: 'sibsp + parch' }],
  sort: [{ column: 'fare', direction: 'descending' }],
  sample: { n: 100, seed: 1 },
  drop_missing: ['age'],
} as const;

/** Conditions, as a filter, `having` or a column of true and false. Tests ask all of them. */
export const conditionExamples = [
  "fare > 30 and class in ('First', 'Second')",
  "not (age between 18 and 65) or `home town` = 'Paris'",
  'age is missing',
  "date >= '2026-01-31' and name is present",
  'fare > mean(fare, by: class)',
] as const;

/** What is asked of other rows, with its expression. Tests ask all of them. */
export const overRowsExamples = {
  'The share of a row in its class': 'fare / sum(fare, by: class)',
  'Of groups by class and port, the share of each in its class, as max':
    'count(fare) / count(fare, by: class, over: view)',
  'The first three rows of each class in the order of sort, as a filter':
    'row_number(by: class) <= 3',
  'The mean of all rows, before the filter': 'mean(fare, over: all)',
  'The place within class and port, where ties share one': 'rank(fare, by: [class, port])',
  'A running total': 'cumulative_sum(fare, by: class)',
} as const;

const called = ([name, { parameters, optional = 0, repeats = 0 }]: readonly [
  string,
  FunctionEntry,
]): string => {
  const shown = parameters.map(
    (parameter, i) => `${parameter}${i >= parameters.length - optional ? '?' : ''}`,
  );
  return `${name}(${[...shown, ...(repeats > 0 ? ['…'] : [])].join(', ')})`;
};

const entries = Object.keys(functions)
  .filter(isFunction)
  .map((name) => [name, functionOf(name)] as const);

/** The language in a few lines: what an agent reads before it writes. */
export const languageInShort = [
  'Expressions: column names as they are, in `backticks` where they are no plain words; texts ' +
    'in quotes; numbers; true, false, missing; dates as texts.',
  'Operators: + - * / % ^, = != < <= > >=, and, or, not, in (…), not in (…), between … and …, ' +
    'is missing, is present.',
  `Functions of a row: ${entries
    .filter(([, { overRows }]) => overRows !== true)
    .map(([name]) => name)
    .join(', ')}.`,
  `Functions over rows, with 'by: column' or 'over: all' as last arguments: ${entries
    .filter(([, { overRows }]) => overRows === true)
    .map(([name]) => name)
    .join(', ')}.`,
].join('\n');

/** The whole language, made of the tables that check it: a page for agents. */
export const languagePage = (): string =>
  `# The language of views

A view is { saved } or { clean, impute, derive, filter, drop_missing, sample, sort }. Every tool that
reads a dataset takes one. Its parts work in this order, but for derived columns that look over rows
(mean, rank, previous …): each is computed just before the first part that reads it. One that the
filter reads looks at the rows before the filter, one that nothing reads at the rows that the filter,
drop_missing and sample keep. \`over: all\` looks at every row before the filter wherever it is.

${languageInShort}

## Conditions

${conditionExamples.map((one) => `- \`${one}\``).join('\n')}

## Steps

${Object.entries(stepExamples)
  .map(([name, example]) =>
    Array.isArray(example)
      ? example.map((one) => `- ${name}: \`${JSON.stringify(one)}\``).join('\n')
      : `- ${name}: \`${JSON.stringify(example)}\``,
  )
  .join('\n')}

recode: others is keep or missing. Rules of outliers: tukey, zscore, quantiles. impute: mean, median,
mode, constant with value, forward; by is optional. parse_numbers and parse_dates detect the form
where pattern is left out. drop_missing is true for any column. scale: zscore or minmax.

## Functions

${entries
  .map(
    (entry) =>
      `- \`${called(entry)}\` ${entry[1].summary} ${entry[1].overRows === true ? 'Over rows. ' : ''}Example: \`${entry[1].example}\``,
  )
  .join('\n')}

A missing argument gives a missing result unless said otherwise.

## Which rows a function over rows looks at

A function over rows looks at the rows in use, in an aggregate at those of its group. \`by: class\` and
\`by: [class, port]\` look at those that are alike in these columns; in an aggregate \`by:\` of what is
grouped by already changes nothing. \`over: all\` looks at every row before the filter, \`over: view\`
in an aggregate at the rows that the view keeps, of all groups. previous, next, last_present,
cumulative_sum and row_number go in the order of sort, else of the file; in having in the order of the
sort of the groups.

${Object.entries(overRowsExamples)
  .map(([asks, one]) => `- ${asks}: \`${one}\``)
  .join('\n')}

## Statistics of query_dataset

${groupStatistic.options.join(', ')}.

A result column is called as its \`name\`, else statistic_column, with _2 behind it where a group is called
so. \`weights\` is a column or an expression with the weight of each row: mean, sum, sd and true_share
are then of the rows with a value and a weight above 0, share is of the sum of weights:
\`{"statistic": "mean", "of": "fare", "weights": "w"}\`.
`;
