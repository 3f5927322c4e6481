import { expect, test } from 'vitest';
import { nextReset } from './next-reset.ts';

test.each([
  ['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2028-01-01T00:00:00.000Z', '2028-02-01T00:00:00.000Z'],
])('after %s comes %s', (last, next) => {
  expect(nextReset(last)).toBe(next);
});
