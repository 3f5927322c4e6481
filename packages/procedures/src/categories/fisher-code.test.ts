import { openCodeRunner } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { askMethod } from '../testing-methods.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
const runner = openCodeRunner();
afterAll(async () => {
  runner.close();
  await tests.close();
});

/** The last line that the Python code of Fisher's test prints, of a table of so many rows in each cell. */
async function printed(
  counts: readonly (readonly number[])[],
  given: object,
  { skip }: TestContext,
): Promise<number[]> {
  const rows = counts.flatMap((line, i) =>
    line.flatMap((n, j) => Array.from({ length: n }, () => `r${i},c${j}`)),
  );
  const { table } = await tests.admit(`x,y\n${rows.join('\n')}\n`);
  await tests.engine.exportRows(table, { forSpreadsheets: false }, join(runner.folder, 'data.csv'));
  const asked = { method: 'fisher_exact', x: 'x', y: 'y', ...given };
  const found = await askMethod(tests.engine, table, 'association', asked);
  const output = await runner.run('Python', found?.code.python ?? '', skip);
  return output.trim().split(/\s+/).map(Number);
}
const near = (value: number) => expect.closeTo(value, 8);

// R: fisher.test(matrix(c(3, 1, 2, 0, 4, 1, 2, 2, 5), 3, byrow = TRUE))
test('the Python code of a table larger than two by two prints R’s p', async (context) => {
  const counts = [
    [3, 1, 2],
    [0, 4, 1],
    [2, 2, 5],
  ];
  expect(await printed(counts, {}, context)).toEqual([near(0.179918378834785)]);
});

// R: fisher.test(matrix(c(8, 5, 6, 3, 4, 9, 7, 6, 5, 3, 9, 8, 6, 7, 2, 10), 4, byrow = TRUE), workspace = 2e8)
test('and ends for four by four', async (context) => {
  const counts = [
    [8, 5, 6, 3],
    [4, 9, 7, 6],
    [5, 3, 9, 8],
    [6, 7, 2, 10],
  ];
  expect(await printed(counts, {}, context)).toEqual([near(0.151104091511766)]);
}, 180_000);

// R: fisher.test(matrix(c(8, 3, 4, 9), 2, byrow = TRUE), alternative = ...)
test.for([
  ['two_sided', 0.0995327192662],
  ['less', 0.9938609311001],
] as const)(
  'of two by two it prints the conditional odds ratio: %s',
  async ([alternative, p], context) => {
    const counts = [
      [8, 3],
      [4, 9],
    ];
    expect(await printed(counts, { alternative }, context)).toEqual([
      expect.closeTo(5.51239, 4),
      near(p),
    ]);
  },
);
