import { expect, it } from 'vitest';
import { describesOthers } from './describes-others.ts';

const described = (...names: string[]): string[] => {
  const tables = names.map((table) => ({ table, problem: null }));
  return tables.filter((one) => describesOthers(one, tables)).map(({ table }) => table);
};

it.each([
  [['customers.csv', 'regions.csv', 'readme.txt'], ['readme.txt']],
  [['data/may.xlsx', 'data/about.txt'], ['data/about.txt']],
  [
    ['a.txt', 'b.txt', 'README.txt', 'LICENCE.txt'],
    ['README.txt', 'LICENCE.txt'],
  ],
  [['a.txt', 'b.txt'], []],
  [['readme.csv', 'b.csv'], []],
])('of %j the files that describe others are %j', (names, found) => {
  expect(described(...names)).toEqual(found);
});
