import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf } from './testing-answers.ts';

let tests: TestEngine;
let table: TableRef;

const answers = ['Disagree', 'Neutral', 'Agree'];
const rows = Array.from({ length: 30 }, (_, i) =>
  [answers[i % 3], answers[(i + (i % 4 === 0 ? 1 : 0)) % 3], i % 2 === 0, ['a', 'b'][i % 2]].join(),
);

beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(`q1,q2,done,kind\n${rows.join('\n')}\n`));
});
afterAll(() => tests.close());

const byCase =
  "read numbers from it with to_number(), or give each answer its number with case(x = 'Agree', 4, …).";

test.each([
  [
    'association',
    { method: 'cronbach_alpha', columns: ['q1', 'q2'] },
    `Name a number column, or ${byCase}`,
  ],
  [
    'compareGroups',
    { method: 'welch_t', value: 'q1', group: 'kind' },
    `Name a number column in its place, or ${byCase}`,
  ],
  [
    'compareGroups',
    { method: 'welch_t', value: 'done', group: 'kind' },
    'Name a number column in its place, or make numbers of it with if(x, 1, 0).',
  ],
] as const)(
  'answers in words are refused by %s %j, which says how they become numbers',
  async (operation, asked, fix) => {
    await expect(answerOf(tests.engine, table, operation, asked)).rejects.toMatchObject({
      code: 'wrong_column_type',
      details: { fix },
    });
  },
);

test('the numbers of answers that case() gives are what a scale is asked of', async () => {
  const number = (name: string) => ({
    name: `n_${name}`,
    expression: `case(${name} = 'Disagree', 1, ${name} = 'Neutral', 2, ${name} = 'Agree', 3, missing)`,
  });
  const alpha = await answerOf(tests.engine, table, 'association', {
    method: 'cronbach_alpha',
    columns: ['n_q1', 'n_q2'],
    view: { derive: [number('q1'), number('q2')] },
  });
  expect(alpha).toMatchObject({ n_used: 30, estimate: { value: expect.any(Number) } });
});
