import {
  firstRowsOf,
  type ColumnPicture,
  type ColumnType,
  type Condition,
  type DatasetColumn,
  type View,
} from '@columnist/contract';
import { describe, expect, it } from 'vitest';
import {
  conditionsOfBars,
  filterOf,
  partsOf,
  readView,
  sayPart,
  textOf,
  toggleBars,
  writeView,
  type FilterPart,
} from './view-parts.ts';

const column = (
  name: string,
  type: ColumnType,
  picture: Partial<ColumnPicture>,
): DatasetColumn => ({
  name,
  type,
  storage: type === 'number' ? 'DOUBLE' : 'VARCHAR',
  missing: 0,
  distinct: 9,
  low: null,
  high: null,
  picture: {
    kind: 'number',
    counts: [],
    labels: null,
    edges: null,
    rest: false,
    clipped: { low: false, high: false },
    n: 100,
    missing: 0,
    ...picture,
  },
});
const mass = column('mass', 'number', { counts: [5, 9, 3], edges: [2700, 3900, 5100, 6300] });
const children = column('children', 'number', {
  kind: 'spikes',
  counts: [5, 9, 3],
  labels: ['0', '1', '2'],
});
const species = column('species', 'category', {
  kind: 'category',
  counts: [5, 9, 3],
  labels: ['Adelie', 'Gentoo'],
  rest: true,
});
const alive = column('alive', 'boolean', {
  kind: 'boolean',
  counts: [5, 9],
  labels: ['true', 'false'],
});
const note = column('note', 'text', { kind: 'text', counts: [5, 9], edges: [0.5, 1.5, 2.5] });
describe('bars of a picture as conditions', () => {
  it.each<[string, DatasetColumn, number, number, Condition[]]>([
    [
      'a bar in the middle ends before its upper edge',
      mass,
      1,
      1,
      [
        { column: 'mass', op: 'ge', value: 3900 },
        { column: 'mass', op: 'lt', value: 5100 },
      ],
    ],
    ['the first is open below', mass, 0, 1, [{ column: 'mass', op: 'lt', value: 5100 }]],
    ['the last is open above', mass, 2, 2, [{ column: 'mass', op: 'ge', value: 5100 }]],
    ['all bars are all present values', mass, 0, 2, [{ column: 'mass', op: 'is_present' }]],
    ['a spike is its number', children, 1, 1, [{ column: 'children', op: 'eq', value: 1 }]],
    ['spikes are one of', children, 0, 1, [{ column: 'children', op: 'in', values: [0, 1] }]],
    ['a category is its value', species, 1, 1, [{ column: 'species', op: 'eq', value: 'Gentoo' }]],
    [
      'the rest is none of the named',
      species,
      2,
      2,
      [{ column: 'species', op: 'not_in', values: ['Adelie', 'Gentoo'] }],
    ],
    [
      'the rest and one more is none of the others',
      species,
      1,
      2,
      [{ column: 'species', op: 'not_in', values: ['Adelie'] }],
    ],
    ['true is a boolean', alive, 0, 0, [{ column: 'alive', op: 'eq', value: true }]],
    ['lengths are no values', note, 0, 1, []],
  ])('%s', (_name, of, first, last, expected) =>
    expect(conditionsOfBars(of, first, last)).toEqual(expected),
  );

  it('take the place of the column’s conditions, and go when chosen again', () => {
    const gentoo: Condition = { column: 'species', op: 'eq', value: 'Gentoo' };
    const first = toggleBars([gentoo], mass, 1, 1);
    const second = toggleBars(first, mass, 2, 2);
    expect(first.map(sayPart)).toEqual(['species = “Gentoo”', 'mass ≥ 3900', 'mass < 5100']);
    expect(second.map(sayPart)).toEqual(['species = “Gentoo”', 'mass ≥ 5100']);
    expect(toggleBars(second, mass, 2, 2)).toEqual([gentoo]);
  });
});

describe('the view in the URL', () => {
  it('comes back as it was written', () => {
    const view: View = {
      filter: { and: [{ column: 'mass', op: 'ge', value: -3.5 }] },
      sort: [{ column: 'mass', direction: 'descending' }],
      derive: [{ name: 'kg', expression: 'mass / 1000' }],
    };
    expect(readView(writeView(view))).toEqual(view);
  });

  it.each(['{', '7', '{"filter":{"column":"mass"}}', '{"derive":[]}'])(
    '%s means all rows',
    (written) => {
      expect(writeView(readView(written))).toBeNull();
    },
  );
});

describe('a filter in parts', () => {
  const columns = [mass, species];
  it.each<[string, FilterPart[]]>([
    [
      "mass > 3 and species in ('Gentoo', 'Adelie')",
      [
        { column: 'mass', op: 'gt', value: 3 },
        { column: 'species', op: 'in', values: ['Gentoo', 'Adelie'] },
      ],
    ],
    [
      'mass between -1 and 12345678901234567890',
      [{ column: 'mass', op: 'between', low: -1, high: '12345678901234567890' }],
    ],
    [
      'species is missing and log(mass) > 2 or mass = 1',
      [{ expression: 'species is missing and log(mass) > 2 or mass = 1' }],
    ],
    [
      'mass is present and log(mass) > 2',
      [{ column: 'mass', op: 'is_present' }, { expression: 'log(mass) > 2' }],
    ],
    [
      "contains(species, 'o') and mass != 2",
      [
        { column: 'species', op: 'contains', value: 'o' },
        { column: 'mass', op: 'ne', value: 2 },
      ],
    ],
  ])('%s', (text, parts) => {
    expect(partsOf(text)).toEqual(parts);
    expect(partsOf(filterOf(parts, columns))).toEqual(parts);
    expect(partsOf(parts.map((part) => `(${textOf(part, columns)})`).join(' and '))).toEqual(parts);
  });

  it('says each as people do', () => {
    expect(partsOf("mass >= -3.5 and species = 'Gentoo' and log(mass) > 2").map(sayPart)).toEqual([
      'mass ≥ −3.5',
      'species = “Gentoo”',
      'log(mass) > 2',
    ]);
  });
});

it.each<[string, string]>([
  [firstRowsOf(['id']), 'the first row of each id'],
  [firstRowsOf(['home town', 'day']), 'the first row of each home town and day'],
  ['cumulative_sum(1, by: id) = 1', 'cumulative_sum(1, by: id) = 1'],
  [
    'id is missing or cumulative_sum(2, by: id) = 1',
    'id is missing or cumulative_sum(2, by: id) = 1',
  ],
  ['no ( expression', 'no ( expression'],
])('the filter %s is read as %s', (filter, said) => {
  expect(partsOf(filter).map(sayPart)).toEqual([said]);
});
