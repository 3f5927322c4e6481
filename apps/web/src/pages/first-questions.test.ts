import type { DatasetColumn } from '@columnist/contract';
import { expect, test } from 'vitest';
import { firstRegression } from '../features/ask/regression-question.ts';
import { firstQuestion as firstGroups } from '../features/groups/groups-question.ts';
import { firstPair } from '../features/relationships/pair.ts';
import { testColumn } from '../lib/testing-column.ts';
import { asks } from '../features/results/methods.ts';
import { firstQuestion } from '../features/results/test-question.ts';

const rows = 603;
type Picture = NonNullable<DatasetColumn['picture']>['kind'];
const drawn = (
  column: DatasetColumn,
  kind: Picture,
  range: readonly [number, number] | null = null,
): DatasetColumn => ({
  ...column,
  low: range?.[0] ?? null,
  high: range?.[1] ?? null,
  storage: range === null ? column.storage : 'BIGINT',
  picture: {
    kind,
    counts: [1],
    edges: null,
    labels: null,
    rest: false,
    n: rows,
    clipped: { low: false, high: false },
    missing: 0,
  },
});
const number = (name: string, distinct: number, kind: Picture, range: readonly [number, number]) =>
  drawn(testColumn(name, 'number', distinct), kind, range);

/** What tells rows apart: by its name, by its numbers of rows, by texts that never repeat. */
const keys = [
  number('order_id', 600, 'number', [10_000, 10_602]),
  number('zeile', rows, 'number', [1, rows]),
  drawn(testColumn('mail', 'text', rows), 'text'),
];
const others = [
  number('discount', 4, 'spikes', [0, 15]),
  number('churned', 2, 'spikes', [0, 1]),
  drawn(testColumn('city', 'category', 7), 'category'),
  drawn(testColumn('paid', 'boolean', 2), 'boolean'),
  drawn(testColumn('ordered', 'datetime', 300), 'datetime'),
];
const named = (asked: unknown): string[] =>
  keys.map(({ name }) => name).filter((name) => JSON.stringify(asked).includes(name));

test.each(asks)('the first question to %s is not of a key where another column fits', (ask) => {
  const question = firstQuestion(ask, [...keys, ...others]);
  expect(named(question)).toEqual([]);
  expect(Object.keys(question.fields)).toEqual(
    Object.keys(firstQuestion(ask, [...others, ...keys]).fields),
  );
});

test('nor is the first model, pair or table of groups', () => {
  const columns = [...keys, ...others];
  expect(firstRegression(columns, null).formula).toBe('discount ~ churned + city');
  expect(firstPair(columns).map((column) => column?.name)).toEqual(['city', 'discount']);
  expect(named(firstGroups(columns))).toEqual([]);
});

test('a key is asked about where nothing else fits', () => {
  const [key] = keys;
  const only = key === undefined ? [] : [key, ...others.slice(2)];
  expect(firstQuestion('distribution', only).fields['column']).toBe('order_id');
});
