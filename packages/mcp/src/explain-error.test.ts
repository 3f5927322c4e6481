import { AppError, placedError } from '@columnist/contract';
import { expect, test } from 'vitest';
import { explainError } from './explain-error.ts';

test('what to do is said once', () => {
  const fix = "Name one source: 'id' or 'sql'.";
  const explained = (message: string) =>
    explainError(new AppError('invalid_input', message, { fix }), () => {});
  expect(explained(`id: ${fix}`)).toBe(`invalid_input: id: ${fix}`);
  expect(explained('No source is named.')).toBe(`invalid_input: No source is named. ${fix}`);
});

test.each([
  [
    'invalid_sql',
    8,
    13,
    "invalid_sql: There is no function 'x'. Write another. Characters 8 to 13 of the statement.",
  ],
  [
    'invalid_expression',
    8,
    13,
    "invalid_expression: There is no function 'x'. Write another. Characters 8 to 13 of the expression.",
  ],
  ['invalid_sql', 8, 8, "invalid_sql: There is no function 'x'. (character 8). Write another."],
] as const)('the place of %s is said once (%i to %i)', (code, from, to, text) => {
  expect(
    explainError(
      placedError(code, "There is no function 'x'.", { from, to, fix: 'Write another.' }),
      () => {},
    ),
  ).toBe(text);
});
