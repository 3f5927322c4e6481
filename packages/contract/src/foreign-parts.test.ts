import { expect, test } from 'vitest';
import { AppError } from './errors.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { parseInput } from './parse-input.ts';

function refusal(operation: Operation, input: unknown): string {
  try {
    parseInput(operation, input);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { errors = [], fix = '' } = error.details;
    return [...errors.map(({ message }) => message), fix].join(' ');
  }
  return 'accepted';
}
const id = '01900000-0000-7000-8000-000000000000';
const { rows, aggregate, compareGroups, fitRegression, timeSeries, structure } =
  operations.datasets;
const { association, calculatePower, combine, recommendTest, chart } = operations.datasets;
const { get, createFromText, list } = operations.datasets;

test.each<[Operation, Record<string, unknown>, string]>([
  [rows, { view: 'age > 30' }, 'Write {"filter":"age > 30"}.'],
  [rows, { view: { sort: 'age desc' } }, 'Write [{"column":"age","direction":"descending"}].'],
  [rows, { view: { sort: { age: 'asc' } } }, 'Write [{"column":"age"}].'],
  [
    rows,
    { view: { sort: [{ by: 'age', ascending: false }] } },
    'Write {"column":"age","direction":"descending"}.',
  ],
  [rows, { view: { derive: { half: 'age / 2' } } }, '[{"name":"half","expression":"age / 2"}]'],
  [rows, { view: { derive: 'half = age / 2' } }, '[{"name":"half","expression":"age / 2"}]'],
  [rows, { view: { derive: ['half = age / 2'] } }, '{"name":"half","expression":"age / 2"}'],
  [rows, { view: { derive: ['age / 2'] } }, '{"name":"new","expression":"age / 2"}'],
  [rows, { view: { impute: { age: 'mean' } } }, '[{"columns":["age"],"method":"mean"}]'],
  [rows, { view: { impute: { age: 0 } } }, '[{"columns":["age"],"method":"constant","value":0}]'],
  [rows, { view: { sample: 100 } }, 'Write {"n":100,"seed":1}.'],
  [rows, { view: { drop_missing: 'age' } }, 'Write ["age"], or true for any column.'],
  [rows, { view: { filter: ['age > 30', "sex = 'f'"] } }, 'Write "age > 30 and sex = \'f\'".'],
  [rows, { view: { filter: { age: 30 } } }, 'Or write a text, such as "age > 30".'],
  [rows, { columns: 'age' }, 'Write ["age"].'],
  [aggregate, { group_by: 'sex' }, 'Write ["sex"].'],
  [aggregate, { sort: 'mean_age' }, 'Write [{"column":"mean_age"}].'],
  [fitRegression, { method: 'linear', formula: 'y ~ x', predict: { x: 3 } }, 'Write [{"x":3}].'],
  [combine, { kind: 'join', left: 'a', right: 'b', keys: ['k'] }, '{"left":"k","right":"k"}'],
  [combine, { kind: 'join', left: 'a', right: 'b', how: 'outer' }, "Did you mean 'full'?"],
  [combine, { kind: 'merge' }, "Did you mean 'join'?"],
  [combine, { kind: 'melt' }, "Did you mean 'unpivot'?"],
  [combine, { kind: 'concat' }, "Did you mean 'append'?"],
  [combine, { kind: 'pivot', source: 'a', index: 'k' }, "Did you mean 'rows'?"],
  [combine, { kind: 'pivot', source: 'a', columns: 'k' }, "Did you mean 'names_from'?"],
  [combine, { kind: 'unpivot', source: 'a', value_vars: 'k' }, "Did you mean 'columns'?"],
  [fitRegression, { method: 'linear', y: 'a', x: ['b'] }, 'Write formula: "a ~ b".'],
  [fitRegression, { method: 'linear', y: 'a', x: ['b'] }, "Did you mean 'formula'?"],
  [fitRegression, { method: 'linear', formula: 'y ~ x', robust: true }, "Did you mean 'errors'?"],
  [fitRegression, { method: 'linear', formula: 'y ~ x', errors: 'robust' }, "Did you mean 'hc3'?"],
  [
    timeSeries,
    { method: 'stl', column: 'a', date: 'd' },
    "'value' for 'column', 'time' for 'date'",
  ],
  [timeSeries, { method: 'stl', value: 'a', freq: 'M' }, "Did you mean 'every'?"],
  [timeSeries, { method: 'stl', value: 'a', seasonality: 12 }, "Did you mean 'period'?"],
  [structure, { method: 'k_means', columns: ['a'], n_clusters: 3 }, "Did you mean 'k'?"],
  [calculatePower, { method: 'two_sample_t', d: 0.5, power: 0.8 }, "Did you mean 'effect'?"],
  [calculatePower, { method: 'two_sample_t', sample_size: 20, power: 0.8 }, "Did you mean 'n'?"],
  [recommendTest, { value: 'a', predictor: 'b' }, "Did you mean 'by'?"],
  [chart, { column: 'a' }, "Did you mean 'x'?"],
  [get, { name: 'a' }, "Did you mean 'id'?"],
  [list, { query: 'a' }, "Did you mean 'q'?"],
  [createFromText, { name: 'a', data: 'x\n1' }, "Did you mean 'csv'?"],
  [
    compareGroups,
    { method: 'chi2', value: 'a', group: 'b' },
    'chi_square is a method of analyze_association',
  ],
  [
    association,
    { method: 'ttest', x: 'a', y: 'b' },
    'welch_t is a method of compare_groups (/api/v1/datasets/{id}/compare).',
  ],
])('%o refuses %o and says how it is written', ({ path }, input, said) => {
  const operation = Object.values<Operation>(operations.datasets).find((one) => one.path === path);
  const ofOne = operation?.rest?.path.includes('{id}') === true && !('name' in input);
  expect(operation && refusal(operation, { ...(ofOne ? { id } : {}), ...input })).toContain(said);
});

test.each<[Record<string, unknown>, Record<string, unknown>]>([
  [{ method: 'pearson', x: 'a', y: 'b' }, { columns: ['a', 'b'] }],
  [
    { method: 'spearman', x: 'a', y: 'b', by: 'g' },
    { columns: ['a', 'b'], by: 'g' },
  ],
  [
    { method: 'kendall', columns: ['a', 'b'] },
    { x: 'a', y: 'b' },
  ],
  [
    { method: 'chi_square', columns: ['a', 'b'] },
    { x: 'a', y: 'b' },
  ],
  [{ method: 'cronbach_alpha', columns: ['a', 'b'] }, { columns: ['a', 'b'] }],
])('two columns of %o are named in either way', (asked, read) => {
  const parsed = parseInput(association, { id, ...asked });
  expect(parsed).toMatchObject(read);
  expect(parsed).not.toHaveProperty('columns' in read ? 'x' : 'columns');
});

test.each([
  { method: 'pearson', x: 'a' },
  { method: 'pearson', x: 'a', y: 'b', columns: ['a', 'c'] },
  { method: 'kendall', columns: ['a', 'b', 'c'] },
  { method: 'kendall', columns: ['a', 'b'], x: 'a' },
  { method: 'nope', columns: ['a', 'b'] },
])('%o is refused: not two columns in one way', (asked) => {
  expect(refusal(association, { id, ...asked })).not.toBe('accepted');
});
