import type { Aggregation, Cell } from '@columnist/contract';
import { expect, test } from 'vitest';
import { findingOf } from './groups-answer.ts';
import type { GroupsQuestion } from './groups-question.ts';

const column = (name: string, type: 'number' | 'category', role: 'group' | 'aggregate') => ({
  name,
  type,
  storage: type === 'number' ? 'DOUBLE' : 'VARCHAR',
  role,
});

/** As the server answers: keys, mean, n, and the ends of an interval that one row does not have. */
const answered = (items: Cell[][]): Aggregation => ({
  dataset_id: '018f0000-0000-7000-8000-000000000000',
  dataset_version: 1,
  engine_version: '1',
  view: null,
  n_used: 344,
  n_excluded: [],
  method: {},
  columns: [
    column('island', 'category', 'group'),
    column('sex', 'category', 'group'),
    column('mean_bill', 'number', 'aggregate'),
    column('n_bill', 'number', 'aggregate'),
    column('interval_low', 'number', 'aggregate'),
    column('interval_high', 'number', 'aggregate'),
  ],
  items,
  total: items.length,
  pivot: null,
});
const question: GroupsQuestion = {
  by: ['island', 'sex'],
  across: null,
  figures: [{ statistic: 'mean', of: 'bill' }],
  having: '',
  sort: null,
};
const groups: Cell[][] = [
  ['Dream', null, 46.45, 4, 45.1, 47.8],
  ['Dream', 'male', 45.1, 61, 44.2, 46],
  ['Biscoe ', 'female', 43.2, 80, 42.5, 43.9],
  ['Torgerson', 'male', 38.1, 1, null, null],
];

test('ranks groups with an interval, says how many rows they have, and leaves missing values out', () => {
  expect(findingOf(answered(groups), question)).toBe(
    'Mean bill is largest for Dream, male (45.10, n = 61) and smallest for Biscoe␣, female (43.20, n = 80). Not ranked: 2 groups of missing values or of a single row.',
  );
  expect(findingOf(answered(groups.slice(1, 3)), question)).toBe(
    'Mean bill is largest for Dream, male (45.1, n = 61) and smallest for Biscoe␣, female (43.2, n = 80).',
  );
});

test('counts rank single rows, and still no missing value', () => {
  const counted: GroupsQuestion = { ...question, figures: [{ statistic: 'count', of: null }] };
  const found = answered([]);
  expect(
    findingOf(
      {
        ...found,
        columns: [...found.columns.slice(0, 2), column('count', 'number', 'aggregate')],
        items: groups.map(([island = null, sex = null, , n = null]) => [island, sex, n]),
      },
      counted,
    ),
  ).toBe(
    'Most rows are Biscoe␣, female (80), fewest Torgerson, male (1). Not ranked: 1 group of missing values.',
  );
});
