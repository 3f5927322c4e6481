import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
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

  it('are named by their chapter in SECURITY.md, which names no other', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../../SECURITY.md'), 'utf8');
    const rows = [...page.matchAll(/^\| V(\d+) .*\| ([^|]+) \|$/gm)];
    const named = rows.flatMap(([, , numbers = '']) => numbers.match(/\d+\.\d+\.\d+/g) ?? []);
    const ofStandard = checks.map(({ number }) => number).filter((number) => /^\d/.test(number));
    expect([...new Set(named)].toSorted()).toEqual([...new Set(ofStandard)].toSorted());
    expect(rows.map(([, chapter]) => Number(chapter))).toEqual(
      Array.from({ length: 17 }, (_, i) => i + 1),
    );
  });
});
