import { comparisonOptions, type TestResult } from '@columnist/contract';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  const rows = Array.from({ length: 12 }, (_, i) => [
    'ab'[i % 2],
    `${40 + ((i * 7) % 5)}e-9`,
    `${41 + ((i * 5) % 7)}e-9`,
  ]);
  ({ table } = await tests.admit(`g,x,z\n${rows.map((row) => row.join(',')).join('\n')}\n`));
});
afterAll(() => tests.close());

const ask = (given: object): Promise<TestResult> =>
  tests.engine.compareGroups(table, comparisonOptions.parse(given));
const asked = {
  tost: { method: 'tost', value: 'x', group: 'g' },
  tost_one_sample: { method: 'tost_one_sample', value: 'x' },
  tost_paired: { method: 'tost_paired', value: 'x', other: 'z' },
} as const;

describe('tests of equivalence', () => {
  it.each(Object.values(asked))('refuse bounds that nothing lies between: %o', async (given) => {
    for (const bounds of [
      { low: 3, high: -3 },
      { low: 1, high: 1 },
    ])
      await expect(ask({ ...given, ...bounds })).rejects.toMatchObject({
        code: 'invalid_input',
        details: {
          errors: [
            { field: 'low', message: "'low' must be below 'high'." },
            { field: 'high', message: "'low' must be below 'high'." },
          ],
        },
      });
  });

  it('write small figures for a paper as in the sentence', async () => {
    const result = await ask({ ...asked.tost_one_sample, low: 3e-8, high: 5e-8 });
    // R: x <- (40 + (0:11 * 7) %% 5) * 1e-9; t.test(x, conf.level = .9)
    expect(result.apa).toBe(
      't(11) = −19.29, p < .001 (one-tailed), mean = 0.00000004183, 90% CI [0.00000004107, 0.00000004259].',
    );
    expect(result.sentence).toContain('0.00000004183, 90% CI [0.00000004107, 0.00000004259]');
  });
});
