import type { SqlResult } from '@columnist/contract';
import { expect, test } from 'vitest';
import { answerSpec, chartOf, drawnOf, kindsFor, suggestedChart } from './answer-chart.ts';

type Type = SqlResult['columns'][number]['type'];
const answer = (types: Record<string, Type>, items: SqlResult['items']) => ({
  columns: Object.entries(types).map(([name, type]) => ({ name, type })),
  items,
});
const byGroup = answer({ species: 'category', n: 'number', mass: 'number' }, [
  ['Adelie', 2, 3750],
  ['Gentoo', 1, 5080],
]);
const twoGroups = answer({ species: 'category', island: 'category', mass: 'number' }, [
  ['Adelie', 'Dream', 3700],
  ['Adelie', 'Biscoe', 3800],
]);
const rows = answer({ species: 'category', bill: 'number', mass: 'number', year: 'number' }, [
  ['Adelie', 39, 3700, 2007],
  ['Adelie', 38, null, 2007],
  ['Gentoo', 48, 5080, 2008],
]);
const days = answer({ day: 'datetime', n: 'number' }, [
  ['2024-01-02', 3],
  ['2024-01-01', 4],
]);
const severalADay = answer({ day: 'datetime', origin: 'text', n: 'number' }, [
  ['2024-01-01', 'EWR', 3],
  ['2024-01-01', 'JFK', 4],
]);

test('the chart of an answer is chosen by the types of its columns', () => {
  expect([byGroup, twoGroups, rows, days, severalADay].map(suggestedChart)).toEqual([
    { kind: 'bars', x: 0, y: 2, by: null },
    { kind: 'bars', x: 0, y: 2, by: 1 },
    { kind: 'points', x: 1, y: 2, by: 0 },
    { kind: 'line', x: 0, y: 1, by: null },
    { kind: 'points', x: 0, y: 2, by: 1 },
  ]);
});

test('an answer without a number, of one column or of one row has no chart', () => {
  const none = [
    answer({ a: 'text', b: 'text' }, [
      ['x', 'y'],
      ['z', 'y'],
    ]),
    answer({ a: 'number' }, [[1], [2]]),
    answer({ a: 'text', n: 'number' }, [['x', 1]]),
    answer({}, []),
  ];
  expect(none.map(suggestedChart)).toEqual([null, null, null, null]);
  expect(none.map(kindsFor)).toEqual([[], [], [], []]);
});

test('another kind takes columns that it can have', () => {
  const bars = suggestedChart(byGroup);
  expect(bars === null ? null : chartOf(byGroup, bars, 'points')).toEqual({
    kind: 'points',
    x: 1,
    y: 2,
    by: null,
  });
  expect(chartOf(rows, { kind: 'points', x: 1, y: 2, by: 0 }, 'line')).toEqual({
    kind: 'line',
    x: 1,
    y: 2,
    by: null,
  });
});

test('rows without a value, and bars beyond those that can be read, are left out', () => {
  const many = answer(
    { name: 'text', n: 'number' },
    Array.from({ length: 50 }, (_, i) => [`g${i}`, i]),
  );
  expect(drawnOf(rows, { kind: 'points', x: 1, y: 2, by: 0 }).missing).toBe(1);
  expect(drawnOf(many, { kind: 'bars', x: 0, y: 1, by: null }).rows).toHaveLength(40);
});

test('a line goes through the moments in their order; bars of several rows are points', () => {
  const line = answerSpec(days, { kind: 'line', x: 0, y: 1, by: null }, 'light', 600);
  expect(JSON.stringify(line)).toContain(
    '"values":[{"x":"2024-01-01","y":4},{"x":"2024-01-02","y":3}]',
  );
  const once = answerSpec(twoGroups, { kind: 'bars', x: 0, y: 2, by: 1 }, 'light', 600);
  const twice = answerSpec(twoGroups, { kind: 'bars', x: 0, y: 2, by: null }, 'light', 600);
  expect(JSON.stringify(once)).toContain('"type":"bar"');
  expect(JSON.stringify(twice)).not.toContain('"type":"bar"');
  expect(
    answerSpec(
      answer({ a: 'text', n: 'number' }, [['x', null]]),
      { kind: 'bars', x: 0, y: 1, by: null },
      'dark',
      600,
    ),
  ).toBeNull();
});
