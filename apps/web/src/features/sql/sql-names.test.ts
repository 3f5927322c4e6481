import { expect, test } from 'vitest';
import { namedIn, namesakesIn, plainName, tableName } from './sql-names.ts';

test.each([
  ['mass', 'mass'],
  ['Mass', '"Mass"'],
  ['home town', '"home town"'],
  ['7th', '"7th"'],
  ['a "b"', '"a ""b"""'],
])('%s is written %s', (name, written) => {
  expect(plainName(name)).toBe(written);
});

test('a dataset goes without its ending', () => {
  expect(['birds.csv', 'My Birds.CSV', 'a.b.csv'].map(tableName)).toEqual([
    'birds',
    '"My Birds"',
    '"a.b"',
  ]);
});

test('datasets of one name, with or without .csv and in any case, go by their ids', () => {
  const datasets = [
    { id: '01a2-1', name: 'birds.csv' },
    { id: '01a2-2', name: 'Birds' },
    { id: '01a2-3', name: 'bees.csv' },
  ];
  const namesakes = namesakesIn(datasets);
  expect(datasets.map((one) => namedIn(one, namesakes))).toEqual(['"01a2-1"', '"01a2-2"', 'bees']);
});
