import { expect, test } from 'vitest';
import { sqlCompletions, type Named } from './sql-completions.ts';

const named = (name: string, columns: string[], status: Named['status'] = 'ready'): Named => ({
  id: `01a2-${name}`,
  name,
  status,
  columns: columns.map((column) => ({ name: column })),
});
const datasets = [
  named('weather.csv', ['origin', 'hour']),
  named('penguins.csv', ['species', 'Home Town', 'sex']),
  named('spare.csv', ['sex'], 'draft'),
];

test.each<[string, string[]]>([
  ['', []],
  ['s', ['species', 'sex']],
  ['select SP', ['species']],
  ['select "ho', ['hour', '"Home Town"']],
  ['select species from p', ['penguins']],
  ['select 1 from weather join pe', ['penguins']],
  ['select 1 from penguins, w', ['weather']],
  // The columns of a dataset that is read come first.
  ['select * from penguins where ho', ['"Home Town"', 'hour']],
  ['select species', []],
  ["select 'sp", []],
  ["select 'O''s", []],
  ["select 'a' || sp", ['species']],
  ['select 1 -- sp', []],
  ['select 1 -- a\n, sp', ['species']],
  ['select /* sp', []],
  ['select /* a */ sp', ['species']],
  ['from s', []],
])('behind %j', (before, names) => {
  const found = sqlCompletions(before, before.length, datasets);
  expect(found.map(({ written }) => written)).toEqual(names);
});

test('a name takes the place of what is typed of it, and none is offered within a word', () => {
  const sql = 'select sp from penguins';
  expect(sqlCompletions(sql, 9, datasets)).toEqual([
    { written: 'species', kind: 'column', from: 7 },
  ]);
  expect(sqlCompletions(sql, 8, datasets)).toEqual([]);
});
