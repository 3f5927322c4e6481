import { AppError } from '@columnist/contract';
import { expect, test } from 'vitest';
import { explainError } from './explain-error.ts';

test('what to do is said once', () => {
  const fix = "Name one source: 'id' or 'sql'.";
  const explained = (message: string) =>
    explainError(new AppError('invalid_input', message, { fix }), () => {});
  expect(explained(`id: ${fix}`)).toBe(`invalid_input: id: ${fix}`);
  expect(explained('No source is named.')).toBe(`invalid_input: No source is named. ${fix}`);
});
