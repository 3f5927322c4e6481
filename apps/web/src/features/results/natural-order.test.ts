import { expect, it } from 'vitest';
import { inNaturalOrder } from './natural-order.ts';

const ordered = (names: string[]): string[] =>
  inNaturalOrder(names.map((name) => ({ name }))).map(({ name }) => name);

it.each([
  [
    ['0', '1', '10', '11', '2'],
    ['0', '1', '2', '10', '11'],
  ],
  [
    ['week 1', 'week 10', 'week 9'],
    ['week 1', 'week 9', 'week 10'],
  ],
  // An order that somebody chose.
  [
    ['low', 'high', 'higher'],
    ['low', 'high', 'higher'],
  ],
])('%j are read as %j', (names, expected) => expect(ordered(names)).toEqual(expected));
