import { expect, it } from 'vitest';
import { markupOf, partsOf, textOf } from '../../ui/testing.tsx';
import { AboutData } from './report-article.tsx';

it('a report says what its columns hold in words', () => {
  const column = (name: string, type: 'datetime' | 'boolean' | 'number') => ({
    name,
    type,
    missing: 0,
    distinct: 1200,
  });
  const markup = markupOf(
    <AboutData
      dataset={{ name: 'shop.csv', row_count: 1200, created_at: '2026-01-02T10:00:00Z' }}
      described={{
        n_used: 1200,
        columns: [column('day', 'datetime'), column('paid', 'boolean'), column('sum', 'number')],
      }}
    />,
  );
  const [, ...rows] = partsOf(markup, 'tr');
  expect(rows.map((row) => partsOf(row, 't[hd]').map(textOf))).toEqual([
    ['day', 'date and time', '0', '1,200'],
    ['paid', 'true or false', '0', '1,200'],
    ['sum', 'number', '0', '1,200'],
  ]);
});
