import { expect, test } from 'vitest';
import { initialOf } from './initial-of.ts';

test.each([
  ['Ada Byron', 'lovelace@example.com', 'A'],
  ['ines marlow', 'x@example.com', 'I'],
  ['éva', 'x@example.com', 'É'],
  ['𝔘nd', 'x@example.com', '𝔘'],
  ['', 'lovelace@example.com', 'L'],
  ['', '', '?'],
])('of %j, %j it is %s [S2.23]', (full_name, email, initial) => {
  expect(initialOf({ full_name, email })).toBe(initial);
});
