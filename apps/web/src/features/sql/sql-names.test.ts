import { expect, test } from 'vitest';
import { plainName, tableNameAmong } from './sql-names.ts';

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
  const all = ['birds.csv', 'My Birds.CSV', 'a.b.csv'].map((name) => ({ id: name, name }));
  expect(all.map((one) => tableNameAmong(one, all))).toEqual(['birds', '"My Birds"', '"a.b"']);
});

test('datasets of one name are named by what is their own, else by their ids', () => {
  const ids = [1, 2, 3, 4].map((n) => `01900000-0000-7000-8000-00000000000${n}`);
  const all = ['birds.csv', 'twice.csv', 'Twice.csv', 'birds 2'].map((name, i) => ({
    id: ids[i] ?? '',
    name,
  }));
  expect(all.map((one) => tableNameAmong(one, all))).toEqual([
    'birds',
    '"twice.csv"',
    '"Twice.csv"',
    '"birds 2"',
  ]);
  const alike = ids.slice(0, 2).map((id) => ({ id, name: 'twice.csv' }));
  expect(alike.map((one) => tableNameAmong(one, alike))).toEqual(
    ids.slice(0, 2).map((id) => `"${id}"`),
  );
});
