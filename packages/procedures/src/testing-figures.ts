import type { TestResult } from '@columnist/contract';
import { expect } from 'vitest';

/** Rows of a table of a result, by its title; none where there is no such table. */
export const rowsOf = (
  result: TestResult,
  title: string,
): readonly (readonly (string | number | null)[])[] =>
  result.tables.find((one) => one.title === title)?.rows ?? [];

/** An effect of a result by its name. */
export const effectOf = (result: TestResult, name: string): number =>
  result.effects.find((one) => one.name === name)?.value ?? NaN;

/** Figures equal to those of another program, relative to their size. */
export function expectSame(
  found: readonly (string | number | null | undefined)[],
  wanted: readonly number[],
  within: number,
): void {
  expect(found).toHaveLength(wanted.length);
  wanted.forEach((value, i) =>
    expect(
      Math.abs(Number(found[i]) - value) / Math.abs(value),
      `${String(found[i])} is not ${value}`,
    ).toBeLessThan(within),
  );
}
