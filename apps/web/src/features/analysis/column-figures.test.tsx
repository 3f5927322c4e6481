import type { BooleanDescription, TextDescription } from '@columnist/contract';
import { expect, test } from 'vitest';
import { testColumn } from '../../lib/testing-column.ts';
import { markupOf, partsOf, textOf } from '../../ui/testing.tsx';
import { ColumnFigures } from './column-figures.tsx';
import { usual } from './definitions-form.tsx';

const description: TextDescription = {
  name: 'city',
  type: 'category',
  storage: 'VARCHAR',
  n: 90,
  missing: 10,
  n_excluded: [],
  distinct: 3,
  top_values: [
    { value: 'New York', n: 60, share: 0.6 },
    { value: 'New York ', n: 20, share: 0.2 },
    { value: ' Oslo', n: 10, share: 0.1 },
  ],
  reasons: {},
  lengths: null,
  first: null,
  last: null,
  mode: null,
  weighted: null,
  histogram: null,
};

test('values that differ by white space alone are seen to differ', () => {
  const markup = markupOf(
    <ColumnFigures
      column={testColumn('city', 'category', 3)}
      description={description}
      rows={100}
      definitions={usual}
    />,
  );
  const values = partsOf(markup, 'tr').map((row) => textOf(partsOf(row, 'td')[0] ?? ''));
  expect(values.slice(-3)).toEqual(['New York', 'New York␣', '␣Oslo']);
});

test.each([
  ['wilson', '95% CI, Wilson'],
  ['exact', '95% CI, exact'],
] as const)('the interval of a share is named as it was asked: %s', (asked, name) => {
  const smokers: BooleanDescription = {
    name: 'smoker',
    type: 'boolean',
    storage: 'BOOLEAN',
    n: 40,
    missing: 0,
    n_excluded: [],
    distinct: 2,
    top_values: [],
    reasons: {},
    true_count: 10,
    false_count: 30,
    true_share: 0.25,
    true_share_ci: { low: 0.14, high: 0.4, level: 0.95 },
    weighted: null,
  };
  const markup = markupOf(
    <ColumnFigures
      column={testColumn('smoker', 'boolean', 2)}
      description={smokers}
      rows={40}
      definitions={{ ...usual, proportion_interval: asked }}
    />,
  );
  expect(
    partsOf(markup, 'th')
      .map(textOf)
      .filter((text) => text.includes('CI')),
  ).toEqual([name]);
});
