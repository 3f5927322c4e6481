import { describe, expect, test } from 'vitest';
import { measureOf } from './read-measure.ts';

describe('measures of a credential that may not read rows', () => {
  test.each(['salary', '-salary', 'salary / 1000', '-2 * salary', 'salary * -0.5'])(
    'are a multiple of one column: %s',
    (text) => expect(measureOf(text)).toBe('salary'),
  );

  test.each([
    'salary + 1',
    '(salary + 5000 + 9671406556917033000000000) - 9671406556917033000000000',
    'salary - 9671406556917033000000000',
    'salary / 1000000 / 1000000',
    'salary * 1000000 * 1000000',
    'salary * 10000000',
    'salary / 0',
    'salary * 0.0000001',
    'salary * age',
    '1000 / salary',
  ])('are none in which rounding could tell a value: %s', (text) =>
    expect(() => measureOf(text)).toThrow(expect.objectContaining({ code: 'forbidden' })),
  );
});
