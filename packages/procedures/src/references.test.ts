import { everyMethod } from '@columnist/contract';
import { digitsOf } from '@columnist/statistics/validation';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askMethod } from './testing-methods.ts';
import { comparedWith, fileOf, references } from './testing-references.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

describe('a method gives the figures of another program, from the file to the answer', () => {
  test.each(references.map((one) => [`${one.method}, ${one.reference.from}`, one] as const))(
    '%s',
    async (_, { operation, method, reference }) => {
      const { table } = await tests.admit(fileOf(reference));
      const { statistic, p } = comparedWith(
        reference,
        await askMethod(tests.engine, table, operation, { method, ...reference.asked }),
      );
      expect(digitsOf(...statistic), statistic.join(' against ')).toBeGreaterThanOrEqual(9);
      expect(digitsOf(...p), p.join(' against ')).toBeGreaterThanOrEqual(7);
    },
  );

  test('which the registry has', () => {
    const known = new Set(everyMethod.map(([operation, { method }]) => `${operation} ${method}`));
    expect(
      references.filter(({ operation, method }) => !known.has(`${operation} ${method}`)),
    ).toEqual([]);
  });
});
