import type { ColumnPicture, ColumnType, Condition, Dataset, DatasetColumn } from '@columnist/contract';
import { describe, expect, it } from 'vitest';
import { conditionsOfBars, readRowView, sayCondition, toggleBars, viewOf } from './row-view.ts';

const column = (name: string, type: ColumnType, picture: Partial<ColumnPicture>): DatasetColumn => ({
  name,
  type,
  storage: type === 'number' ? 'DOUBLE' : 'VARCHAR',
  missing: 0,
  distinct: 9,
  low: null,
  high: null,
  picture: { kind: 'number', counts: [], labels: null, edges: null, rest: false, clipped: { low: false, high: false }, n: 100, missing: 0, ...picture },
});
const mass = column('mass', 'number', { counts: [5, 9, 3], edges: [2700, 3900, 5100, 6300] });
const children = column('children', 'number', { kind: 'spikes', counts: [5, 9, 3], labels: ['0', '1', '2'] });
const species = column('species', 'category', { kind: 'category', counts: [5, 9, 3], labels: ['Adelie', 'Gentoo'], rest: true });
const alive = column('alive', 'boolean', { kind: 'boolean', counts: [5, 9], labels: ['true', 'false'] });
const note = column('note', 'text', { kind: 'text', counts: [5, 9], edges: [0.5, 1.5, 2.5] });
const dataset: Dataset = {
  id: '01a1fac9-63be-7548-89a6-427ff7075075',
  name: 'birds.csv',
  created_at: '2026-11-20T10:00:00Z',
  file_size: 1,
  row_count: 17,
  column_count: 5,
  columns: [mass, children, species, alive, note],
  sha256: '',
  version: 1,
  status: 'ready',
  dialect: { encoding: 'utf-8', byte_order_mark: false, delimiter: ',', quote: '"', escape: '"', line_ending: 'lf', preamble_lines: 0, header_rows: 1, comment: null, width: 2, rows_of_width: 0, decimal_mark: '.', date_order: null, missing_words: [] },
  admission: { rows_read: 17, rows_repaired: 0, rows_rejected: 0, repairs_file: false, notes: [] },
};

describe('bars of a picture as conditions', () => {
  it.each<[string, DatasetColumn, number, number, Condition[]]>([
    ['a bar in the middle ends before its upper edge', mass, 1, 1, [{ column: 'mass', op: 'ge', value: 3900 }, { column: 'mass', op: 'lt', value: 5100 }]],
    ['the first is open below', mass, 0, 1, [{ column: 'mass', op: 'lt', value: 5100 }]],
    ['the last is open above', mass, 2, 2, [{ column: 'mass', op: 'ge', value: 5100 }]],
    ['all bars are all present values', mass, 0, 2, [{ column: 'mass', op: 'is_present' }]],
    ['a spike is its number', children, 1, 1, [{ column: 'children', op: 'eq', value: 1 }]],
    ['spikes are one of', children, 0, 1, [{ column: 'children', op: 'in', values: [0, 1] }]],
    ['a category is its value', species, 1, 1, [{ column: 'species', op: 'eq', value: 'Gentoo' }]],
    ['the rest is none of the named', species, 2, 2, [{ column: 'species', op: 'not_in', values: ['Adelie', 'Gentoo'] }]],
    ['the rest and one more is none of the others', species, 1, 2, [{ column: 'species', op: 'not_in', values: ['Adelie'] }]],
    ['true is a boolean', alive, 0, 0, [{ column: 'alive', op: 'eq', value: true }]],
    ['lengths are no values', note, 0, 1, []],
  ])('%s', (_name, of, first, last, expected) => expect(conditionsOfBars(of, first, last)).toEqual(expected));

  it('take the place of the column’s conditions, and go when chosen again', () => {
    const gentoo: Condition = { column: 'species', op: 'eq', value: 'Gentoo' };
    const first = toggleBars([gentoo], mass, 1, 1);
    const second = toggleBars(first, mass, 2, 2);
    expect(first.map(sayCondition)).toEqual(['species = “Gentoo”', 'mass ≥ 3900', 'mass < 5100']);
    expect(second.map(sayCondition)).toEqual(['species = “Gentoo”', 'mass ≥ 5100']);
    expect(toggleBars(second, mass, 2, 2)).toEqual([gentoo]);
  });
});

describe('the view in the URL', () => {
  const rowView = { conditions: [{ column: 'mass', op: 'ge', value: -3.5 }], sort: { column: 'mass', direction: 'descending' } } as const;

  it('comes back as it was written', () => {
    const query = new URLSearchParams({ view: JSON.stringify(viewOf(rowView)) });
    expect(readRowView(new URLSearchParams(query.toString()), dataset)).toEqual(rowView);
    expect(rowView.conditions.map(sayCondition)).toEqual(['mass ≥ −3.5']);
  });

  it.each(['{', '7', '{"filter":{"column":"mass"}}', '{"filter":{"column":"nowhere","op":"is_missing"},"sort":[{"column":"nowhere"}]}'])('%s means all rows', (view) => {
    const read = readRowView(new URLSearchParams({ view }), dataset);
    expect([read, viewOf(read)]).toEqual([{ conditions: [], sort: null }, undefined]);
  });
});
