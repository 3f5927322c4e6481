import { expect, test } from 'vitest';
import { plainName, tableName } from './sql-names.ts';

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
