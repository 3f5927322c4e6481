import type { Overview } from '@columnist/contract';
import { expect, test } from 'vitest';
import { markupOf, textOf } from '../../ui/testing.tsx';
import { MissingValues } from './missing-values.tsx';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const overview: Overview = {
  dataset_id: null,
  dataset_version: null,
  engine_version: '1',
  view: null,
  cells: 800,
  missing_cells: 165,
  n_used: 100,
  n_excluded: [],
  method: {},
  complete_rows: 40,
  duplicate_rows: 0,
  missing: names.map((column, i) => ({ column, n: 30 - i, by_position: [0.5] })),
  patterns: [
    { columns: [], n: 40 },
    { columns: ['a', 'e', 'f'], n: 20 },
    { columns: ['a'], n: 15 },
  ],
};

test('every column of a pattern is named, and the rows of patterns that are not shown are counted', () => {
  const markup = markupOf(<MissingValues overview={overview} columns={8} />);
  expect(textOf(markup)).toContain('others');
  expect(markup).toContain('title="e, f"');
  expect(textOf(markup)).toContain('and 25 rows with other patterns');
});

test('where four columns lack values there are no others', () => {
  const few = {
    ...overview,
    missing: overview.missing.slice(0, 4),
    patterns: [{ columns: ['a'], n: 100 }],
  };
  const text = textOf(markupOf(<MissingValues overview={few} columns={8} />));
  expect(text).not.toContain('other');
});
