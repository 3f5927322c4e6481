import { expect, it } from 'vitest';
import { allOperations, computes } from './operations.ts';

it('knows every query whose input may be longer than an address as one that computes', () => {
  const long = allOperations.filter(
    ({ kind, rest }) => kind === 'query' && rest?.method === 'post',
  );
  expect(long.map(({ path }) => path)).toContain('datasets.compareGroups');
  expect(long.filter((operation) => !computes(operation))).toEqual([]);
});
