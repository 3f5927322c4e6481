import { expect, it } from 'vitest';
import { heldBeforeAndNow, heldIn, storageName } from './storage-name.ts';

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

it('what a column holds, by its type or by how it is kept', () => {
  const kept = 'number category text datetime boolean BIGINT DECIMAL(9,1) VARCHAR BOOLEAN DATE';
  expect([...kept.split(' '), 'TIMESTAMP'].map(heldIn)).toEqual([
    'numbers',
    'categories',
    'text',
    'dates and times',
    'true or false',
    'whole numbers',
    'numbers with 1 decimal',
    'text',
    'true or false',
    'dates',
    'dates and times',
  ]);
  expect([
    heldBeforeAndNow('BIGINT', 'VARCHAR'),
    heldBeforeAndNow('DECIMAL(9,2)', 'DECIMAL(18,2)'),
  ]).toEqual([
    ['whole numbers', 'text'],
    ['numbers with 2 decimals (DECIMAL(9,2))', 'numbers with 2 decimals (DECIMAL(18,2))'],
  ]);
});
