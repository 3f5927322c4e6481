import type { ColumnType, DatasetColumn } from '@columnist/contract';
import { describe, expect, test } from 'vitest';
import {
  firstQuestion,
  nameOf,
  readQuestion,
  sayFigure,
  statisticsOf,
  withCount,
} from './groups-question.ts';

const column = (name: string, type: ColumnType, distinct: number): DatasetColumn => ({
  name,
  type,
  storage: type === 'number' ? 'DOUBLE' : 'VARCHAR',
  missing: 0,
  distinct,
  low: null,
  high: null,
  picture: {
    kind: type === 'number' ? 'number' : 'category',
    counts: [],
    labels: null,
    edges: null,
    rest: false,
    clipped: { low: false, high: false },
    n: 9,
    missing: 0,
  },
});
const columns = [
  column('sex', 'category', 2),
  column('species', 'category', 3),
  column('mass', 'number', 90),
];

describe('the question of groups', () => {
  test('begins with the first number by the smallest category of more than two', () => {
    expect(firstQuestion(columns)).toEqual({
      by: ['species'],
      across: null,
      figures: [{ statistic: 'mean', of: 'mass' }],
      having: '',
      sort: null,
    });
    expect(firstQuestion([column('note', 'text', 9)])).toEqual({
      by: [],
      across: null,
      figures: [{ statistic: 'count', of: null }],
      having: '',
      sort: null,
    });
  });

  test('comes back as it was written, without what does not fit', () => {
    const question = {
      by: ['species'],
      across: 'sex',
      figures: [
        { statistic: 'median' as const, of: 'mass' },
        { statistic: 'count' as const, of: null },
      ],
      having: 'count > 3',
      sort: { column: 'count', direction: 'descending' as const },
    };
    expect(readQuestion(JSON.stringify(question), columns)).toEqual(question);
    expect(
      readQuestion(
        JSON.stringify({
          ...question,
          by: ['gone', 'sex'],
          figures: [{ statistic: 'mean', of: 'species' }],
        }),
        columns,
      ),
    ).toEqual({
      ...question,
      by: ['sex'],
      across: null,
      figures: [{ statistic: 'mean', of: 'mass' }],
    });
    expect(readQuestion('{', columns)).toEqual(firstQuestion(columns));
  });

  test('asks how many values the first figure is of, unless it says so itself', () => {
    const question = firstQuestion(columns);
    expect(withCount(question)).toEqual([
      { statistic: 'mean', of: 'mass' },
      { statistic: 'n', of: 'mass' },
    ]);
    const counted = [...question.figures, { statistic: 'count' as const, of: null }];
    for (const same of [
      { ...question, figures: counted },
      { ...question, across: 'sex' },
      { ...question, figures: [{ statistic: 'count' as const, of: null }] },
    ])
      expect(withCount(same)).toEqual(same.figures);
  });

  test('names its figures', () => {
    expect([
      sayFigure({ statistic: 'q1', of: 'mass' }),
      nameOf({ statistic: 'q1', of: 'mass' }),
      sayFigure({ statistic: 'count', of: null }),
    ]).toEqual(['lower quartile mass', 'q1_mass', 'rows']);
    expect(statisticsOf({ type: 'datetime', storage: 'TIME' })).not.toContain('median');
  });
});
