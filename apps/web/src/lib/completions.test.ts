import type { ColumnPicture, ColumnType, DatasetColumn } from '@columnist/contract';
import { expect, test } from 'vitest';
import { completionsFor } from './completions.ts';

const column = (name: string, type: ColumnType, labels: string[] | null = null): DatasetColumn => ({
  name,
  type,
  storage: 'VARCHAR',
  missing: 0,
  distinct: 3,
  low: null,
  high: null,
  picture: {
    kind: 'category',
    counts: [],
    labels,
    edges: null,
    rest: false,
    clipped: { low: false, high: false },
    n: 1,
    missing: 0,
  } satisfies ColumnPicture,
});
const columns = [
  column('species', 'category', ['Adelie', "O'Hara", 'Gentoo']),
  column('body mass', 'number'),
  column('sex', 'category', ['male']),
  column('done', 'boolean'),
];

test.each<[string, string[]]>([
  ['', ['species', '`body mass`', 'sex', 'done']],
  [
    's',
    [
      'species',
      'sex',
      '`body mass`',
      'sign(',
      'sqrt(',
      'substr(',
      'starts_with(',
      'seconds_between(',
      'sd(',
    ],
  ],
  ['log', ['log(', 'log10(', 'log2(']],
  ['`bo', ['`body mass`']],
  [
    'species ',
    ['species = ', 'species != ', 'species in (', 'species is missing ', 'species is present '],
  ],
  [
    '`body mass` ',
    [
      '`body mass` = ',
      '`body mass` != ',
      '`body mass` > ',
      '`body mass` >= ',
      '`body mass` < ',
      '`body mass` <= ',
      '`body mass` between ',
      '`body mass` in (',
      '`body mass` is missing ',
      '`body mass` is present ',
    ],
  ],
  ["species = 'ge", ["species = 'Gentoo'"]],
  ['species in (', ["species in ('Adelie'", "species in ('O''Hara'", "species in ('Gentoo'"]],
  ["species in ('Adelie', g", ["species in ('Adelie', 'Gentoo'"]],
  ['done = ', ['done = true', 'done = false']],
  [
    "species = 'Gentoo' and s",
    [
      'species',
      'sex',
      '`body mass`',
      'sign(',
      'sqrt(',
      'substr(',
      'starts_with(',
      'seconds_between(',
      'sd(',
    ].map((name) => `species = 'Gentoo' and ${name}`),
  ],
  ["name = 'unfinished s", []],
  ['`body mass` / 1000', []],
  ["species = 'Gentoo' ", []],
  ['log(', ['log(species', 'log(`body mass`', 'log(sex', 'log(done']],
])('%s', (text, expected) => {
  const found = completionsFor(text, text.length, columns);
  expect(found.map(({ value }) => value)).toEqual(expected);
  expect(found.every(({ value, caret }) => caret === value.length)).toBe(true);
});

test('what is behind the caret stays', () => {
  expect(completionsFor('spe > 3', 3, columns)[0]).toEqual({
    value: 'species > 3',
    caret: 7,
    label: 'species',
    kind: 'column',
    hint: 'category',
  });
});
