import type { TextDescription } from '@columnist/contract';
import { expect, test } from 'vitest';
import { testColumn } from '../../lib/testing-column.ts';
import { markupOf, partsOf, textOf } from '../../ui/testing.tsx';
import { ColumnFigures } from './column-figures.tsx';

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
      trim={0.1}
    />,
  );
  const values = partsOf(markup, 'tr').map((row) => textOf(partsOf(row, 'td')[0] ?? ''));
  expect(values.slice(-3)).toEqual(['New York', 'New York␣', '␣Oslo']);
});
