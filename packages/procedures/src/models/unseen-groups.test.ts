import { regressionOptions, type TestResult } from '@columnist/contract';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../testing-figures.ts';

/** One row has a group of its own, with a value far from all others. */
const csv = `g,y,n,e\nalone,1000,900,1\n${Array.from({ length: 39 }, (_, i) =>
  ['abc'[i % 3], ([1, 50, 30][i % 3] ?? 0) + ((i * 7) % 11) / 10, (i * 5) % 7, (i >> 1) % 2].join(
    ',',
  ),
).join('\n')}\n`;

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
});
afterAll(() => tests.close());

const ask = (given: object): Promise<TestResult> =>
  tests.engine.fitRegression(table, regressionOptions.parse(given));

describe('rows of a group that the other parts lack are not predicted', () => {
  const note = (result: TestResult, name: string) =>
    result.assumptions.find((one) => one.name === `${name} that the others can predict`);

  it.each(['linear', 'poisson'])('%s: in parts, with how many they are', async (method) => {
    const formula = method === 'linear' ? 'y ~ g' : 'n ~ g';
    const result = await ask({ method, formula, folds: 4 });
    const parts = rowsOf(result, 'Predicted from the others, in 4 parts (seed 1)');
    expect(parts.map((row) => row[1])).toEqual([10, 10, 10, 9, 39]);
    // The group's own value is 950 and more away from any other.
    for (const row of parts) expect(row[3]).toBeLessThan(10);
    expect(note(result, 'rows of the parts')).toEqual({
      name: 'rows of the parts that the others can predict',
      verdict: 'doubtful',
      said: '1 of 40 rows of the parts is left out: what the model says of it does not follow from the rows that it was fitted to, which lack a group or a value. Join rare groups, or ask for more parts or a smaller share.',
    });
  });

  it('nor in test rows', async () => {
    const counts: unknown[] = [];
    for (const seed of [1, 2, 3, 4, 5]) {
      const held = await ask({ method: 'linear', formula: 'y ~ g', test_share: 0.5, seed });
      const title = `Predicted by a model of the other rows: 20 of 40 (seed ${seed})`;
      const [row] = rowsOf(held, title);
      expect(row?.[3]).toBeLessThan(10);
      counts.push([row?.[1], note(held, 'test rows')?.verdict]);
    }
    expect(new Set(counts.map(String))).toEqual(new Set(['20,', '19,doubtful']));
  });

  it('but all are where every part has every group', async () => {
    const view = { filter: "g != 'alone'" };
    const result = await ask({ method: 'linear', formula: 'y ~ g', folds: 4, view });
    expect(rowsOf(result, 'Predicted from the others, in 4 parts (seed 1)').at(-1)?.[1]).toBe(39);
    expect(note(result, 'rows of the parts')).toBeUndefined();
  });
});
