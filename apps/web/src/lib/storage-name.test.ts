import { expect, it } from 'vitest';
import { storageName } from './storage-name.ts';

it('storage in words', () => {
  expect(
    ['BIGINT', 'DECIMAL(9,1)', 'DECIMAL(20,0)', 'DOUBLE', 'VARCHAR', 'TIMESTAMPTZ'].map(
      storageName,
    ),
  ).toEqual([
    'whole numbers',
    '1 decimal',
    'whole numbers',
    'decimals',
    '',
    'dates and times, in UTC',
  ]);
});
