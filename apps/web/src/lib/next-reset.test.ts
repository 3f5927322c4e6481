import { expect, test } from 'vitest';
import { nextReset, startOfMonth } from './next-reset.ts';

test.each([
  ['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2028-01-01T00:00:00.000Z', '2028-02-01T00:00:00.000Z'],
])('after %s comes %s', (last, next) => {
  expect(nextReset(last)).toBe(next);
});

test.each([
  ['2026-11-24T06:40:00.000Z', '2026-11-01T00:00:00.000Z'],
  ['2026-12-31T23:59:59.999Z', '2026-12-01T00:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
])('%s is counted from %s', (date, first) => {
  expect(startOfMonth(new Date(date))).toBe(first);
});
