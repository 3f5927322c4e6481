import { expect, test } from 'vitest';
import { verdictOf } from './report.ts';

test('what was not measured is not said to be reached', () => {
  expect([true, false, null].map((holds) => verdictOf({ holds }))).toEqual([
    'reached',
    'NOT REACHED',
    'not measured',
  ]);
});
