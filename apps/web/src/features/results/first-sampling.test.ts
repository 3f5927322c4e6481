import type { DatasetColumn } from '@columnist/contract';
import { describe, expect, it } from 'vitest';
import { testColumn } from '../../lib/testing-column.ts';
import { firstSampling, saySampling } from './first-sampling.ts';
import { choose } from './test-question.ts';

const picture = (n: number): DatasetColumn['picture'] => ({
  kind: 'datetime',
  counts: [n],
  labels: null,
  edges: null,
  rest: false,
  clipped: { low: false, high: false },
  n,
  missing: 0,
});
const moments = (
  rows: number,
  distinct: number,
  [low, high]: readonly [string, string],
  storage = low.includes('T') ? 'TIMESTAMP' : 'DATE',
): DatasetColumn => ({
  ...testColumn('at', 'datetime', distinct),
  storage,
  low,
  high,
  picture: picture(rows),
});
const number = (name: string, unit?: string): DatasetColumn => ({
  ...testColumn(name, 'number', 50),
  ...(unit === undefined ? {} : { unit }),
});
const quarter = ['2024-01-01', '2024-03-31'] as const;

describe('a number over time is shown at first', () => {
  it.each([
    ['six rows of each date', moments(546, 91, quarter), 'day'],
    ['one row of each date', moments(91, 91, quarter), null],
    ['one row of some dates', moments(40, 40, quarter), null],
    ['a date twice', moments(92, 91, quarter), null],
    ['many rows of two dates', moments(100, 2, ['2024-01-01', '2024-01-02']), null],
    [
      'measurements of each hour',
      moments(2184, 2184, ['2024-01-01T00:00:00', '2024-03-31T23:00:00']),
      null,
    ],
    [
      'orders at any second',
      moments(800, 800, ['2024-03-01T10:23:18', '2024-05-06T07:22:53']),
      'day',
    ],
    [
      'orders of one day',
      moments(300, 300, ['2024-03-01T08:00:11', '2024-03-01T20:10:00']),
      'hour',
    ],
    ['times of day', moments(300, 200, ['08:00:00', '20:00:00'], 'TIME'), null],
  ])('%s: by %s', (_, time, every) => {
    expect(firstSampling(number('mass'), time)).toEqual(
      every === null ? null : { every, aggregate: 'mean' },
    );
  });

  it.each([
    ['units_sold', 'sum'],
    ['Total amount', 'sum'],
    ['salesVolume', 'sum'],
    ['price', 'mean'],
    ['price per unit', 'mean'],
    ['discount_rate', 'mean'],
    ['sales share', 'mean'],
    ['account', 'mean'],
    ['temperature', 'mean'],
    ['corporate revenue', 'sum'],
    ['Umsatz', 'sum'],
    ['Niederschlagsmenge', 'sum'],
    ['Umsatz je Kunde', 'mean'],
    ['Verkaufspreis', 'mean'],
    ['montant_total', 'sum'],
    ['Prix moyen des ventes', 'mean'],
    ['Cantidad', 'sum'],
    ['gastos por cliente', 'mean'],
    ['Quantità'.normalize('NFD'), 'sum'],
    ['tasso di vendita', 'mean'],
    ['Precipitação', 'sum'],
    ['preço das vendas', 'mean'],
    ['aantal bezoekers', 'sum'],
    ['gemiddelde omzet', 'mean'],
  ])('%s by the %s', (name, aggregate) => {
    expect(firstSampling(number(name), moments(546, 91, quarter))?.aggregate).toBe(aggregate);
  });

  it('a share or a rate by its unit', () => {
    const of = (unit: string) =>
      firstSampling(number('sales', unit), moments(546, 91, quarter))?.aggregate;
    expect([of('%'), of('€/kg'), of('€')]).toEqual(['mean', 'mean', 'sum']);
  });
});

it('a question about it is filled in so, and keeps what somebody chose', () => {
  const columns = [number('sales'), moments(546, 91, quarter)];
  const ask = { ask: 'series', method: 'overview' } as const;
  const first = choose({ ...ask, fields: {} }, 'overview', columns);
  const [every, asked] = [
    choose({ ...ask, fields: { every: '', aggregate: 'mean' } }, 'stl', columns).fields['every'],
    choose(first, 'mann_kendall', columns).fields,
  ];
  expect([first.fields, every, asked]).toEqual([
    { value: 'sales', time: 'at', every: 'day', aggregate: 'sum', gaps: 'keep' },
    '',
    expect.objectContaining({ every: 'day', aggregate: 'sum' }),
  ]);
  expect(saySampling({ every: 'day', aggregate: 'sum' }, 'sales', 'at')).toBe(
    'at has several rows for a day, so each day is shown by the sum of its rows: ' +
      'the values of sales are taken for amounts, which add up.',
  );
});
