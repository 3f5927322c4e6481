import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine({ workers: 1 });
});
afterAll(() => tests.close());

const comments = async (csv: string): Promise<string[][]> => {
  const { table } = await tests.admit(csv);
  const { code } = await tests.engine.explainView(table, {});
  return [code.r, code.python].map((lines) =>
    lines.split('\n').filter((line) => line.includes('rounded')),
  );
};

test('code says which columns have whole numbers that floats do not hold', async () => {
  const rows = 'small,big,other,ratio\n1,9007199254741051,-9007199254740993,1e300\n2,2,3,0.5\n';
  const said = "Numbers beyond 2^53 are rounded to 64-bit floats, in 'big', 'other'";
  expect(await comments(rows)).toEqual([
    [`# ${said} (see bit64 or gmp)`],
    [`# ${said} (see Int64 of pandas)`],
  ]);
});

test('code says nothing where floats hold every number', async () => {
  expect(await comments('a,b\n1,9007199254740991\n2,0.1\n')).toEqual([[], []]);
});
