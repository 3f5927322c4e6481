import { describe, expect, it } from 'vitest';
import { numbersOf } from './check.ts';
import { checks } from './checks.ts';

const upTo = (letter: string, last: number): string[] =>
  Array.from({ length: last }, (_, i) => `${letter}${i + 1}`);

describe('the checks of the security test', () => {
  it('have one at least for each finding of the review', () => {
    const numbers = new Set(checks.flatMap(numbersOf));
    const findings = ['C1', ...upTo('H', 6), ...upTo('M', 10), ...upTo('L', 24)];
    expect(findings.filter((finding) => !numbers.has(finding))).toEqual([]);
  });
});
