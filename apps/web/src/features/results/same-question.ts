import type { TestQuestion } from '@columnist/contract';

/** A value as text, in whatever order its fields came. */
export const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

/** The same question is the same text. */
export const sameQuestion = (a: TestQuestion, b: TestQuestion): boolean => textOf(a) === textOf(b);
