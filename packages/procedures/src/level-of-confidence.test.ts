import { everyMethod } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleOf } from './references/questions.ts';
import { tables } from './references/tables.ts';
import { answerOf } from './testing-answers.ts';

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(tables['usual'] ?? ''));
});
afterAll(() => tests.close());

const leveled = everyMethod.filter(([, { input }]) => 'confidence_level' in input);

test.each(leveled.map(([operation, one]) => [operation, one.method, one] as const))(
  'the level that %s takes for %s changes its answer',
  async (operation, method, definition) => {
    const [lower, higher] = await Promise.all(
      [0.8, 0.999].map((level) =>
        answerOf(tests.engine, table, operation, {
          method,
          ...exampleOf(operation, definition),
          confidence_level: level,
        }),
      ),
    );
    expect(lower).not.toEqual(higher);
  },
);
