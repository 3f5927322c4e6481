import type { DatasetColumn } from '@columnist/contract';
import { expect, it } from 'vitest';
import { Isolated } from './isolated-text.tsx';
import { KnownNames } from './known-names.tsx';
import { markupOf } from './testing.tsx';

const column = (name: string, labels: string[]): DatasetColumn => ({
  name,
  type: 'category',
  storage: 'VARCHAR',
  missing: 0,
  distinct: labels.length,
  low: null,
  high: null,
  picture: {
    kind: 'category',
    counts: labels.map(() => 1),
    labels,
    edges: null,
    rest: false,
    clipped: { low: false, high: false },
    n: labels.length,
    missing: 0,
  },
});

it('a sentence about a dataset isolates its columns and their levels as wholes', () => {
  expect(
    markupOf(
      <KnownNames columns={[column('المدينة (رمز)', ['الرياض', 'جدة [2]'])]}>
        <Isolated text="Most rows of المدينة (رمز) are الرياض جدة [2]." />
      </KnownNames>,
    ),
  ).toBe('Most rows of \u2068المدينة (رمز)\u2069 are \u2068الرياض\u2069 \u2068جدة [2]\u2069.');
});
