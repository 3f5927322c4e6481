import { describe, expect, test } from 'vitest';
import { cronbachAlpha, exactInterval, samplesOf, tTest } from '../index.ts';

const [x, y] = [Float64Array.of(1, 2, 4, 7, 3), Float64Array.of(3, 9, 11, 12, 6)];
const [first, second] = samplesOf([x, y], { origin: 0, perUnit: 1 }).samples;

describe('intervals of levels near 1', () => {
  // mpmath at 30 digits: P(T ≤ t; δ) as an integral over s, its roots in δ times √(2/5);
  // R: pt(t, 8), of which (1 − level) / 2 is the tail.
  test.each([
    { level: 0.9999999999999, low: -7.22796679268321, high: 3.759366350060841 },
    { level: 0.9999999999999999, low: -7.904264733618399, high: 4.33778548190259 },
  ])('of Cohen’s d at $level', ({ level, low, high }) => {
    if (first === undefined || second === undefined) throw new Error('There are two samples.');
    const { d, interval } = tTest(first, second, true, 'two_sided', level);
    expect(d.interval.low).toBeCloseTo(low, 8);
    expect(d.interval.high).toBeCloseTo(high, 8);
    expect(interval.high - interval.low).toBeGreaterThan(390);
    expect(interval.high - interval.low).toBeLessThan(940);
  });

  // R: qbeta((1 - level) / 2, 17, 18) and 1 less that: 17 of 34 is in the middle.
  test.each([
    { level: 0.9999999999999, low: 0.04863272875107365 },
    { level: 0.9999999999999999, low: 0.03206804856034288 },
  ])('of Clopper and Pearson at $level', ({ level, low }) => {
    const found = exactInterval(17, 34, level);
    expect(found.low).toBeCloseTo(low, 12);
    expect(found.high).toBeCloseTo(1 - low, 12);
  });

  test('of α are not its upper end', () => {
    const { alpha, interval } = cronbachAlpha([x, y], 0.9999999999999999);
    expect(interval.high).toBeGreaterThan(alpha);
    expect(interval.high).toBeLessThan(1);
  });
});
