import { describeOptions, distributionTestOptions, regressionOptions } from '@columnist/contract';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine({ workers: 1 });
});
afterAll(() => tests.close());

describe('names that every object has mean nothing of their own', () => {
  test('as values with expected shares: chisq.test(c(6, 3, 3), p = c(2, 1, 1) / 4)', async () => {
    const cells = ['__proto__', '__proto__', 'constructor', 'toString'];
    const { table } = await tests.admit(
      `kind,n\n${Array.from({ length: 12 }, (_, i) => `${cells[i % 4] ?? ''},${i}`).join('\n')}\n`,
    );
    const ask = (expected: string) =>
      tests.engine.testDistribution(
        table,
        distributionTestOptions.parse({
          method: 'chi_square_goodness_of_fit',
          column: 'kind',
          expected: JSON.parse(expected),
        }),
      );
    expect(await ask('{"__proto__":2,"constructor":1,"toString":1}')).toMatchObject({
      statistic: { value: 0 },
      df: [2],
      p_value: 1,
    });
    await expect(ask('{"__proto__":2,"toString":1}')).rejects.toMatchObject({
      code: 'invalid_input',
      message: "'expected' has no share for 'constructor'.",
    });
    await expect(ask('{"constructor":2,"toString":1}')).rejects.toMatchObject({
      code: 'invalid_input',
      message: "'expected' has no share for '__proto__'.",
    });
  });

  test('as columns that predict: y = 1 + 2 x', async () => {
    for (const name of ['__proto__', 'constructor', 'valueOf']) {
      const { table } = await tests.admit(
        `${name},y\n${[
          [1, 3.1],
          [2, 4.9],
          [3, 7.1],
          [4, 8.9],
          [5, 11],
        ]
          .map((row) => row.join())
          .join('\n')}\n`,
      );
      const ask = (line: string) =>
        tests.engine.fitRegression(
          table,
          regressionOptions.parse({
            method: 'linear',
            formula: `y ~ \`${name}\``,
            predict: [JSON.parse(line)],
          }),
        );
      // R: predict(lm(y ~ x), data.frame(x = 10)) is 20.86.
      const { tables } = await ask(`{"${name}":10}`);
      expect(JSON.stringify(tables)).toMatch(/20\.8[56]\d*/);
      await expect(ask('{"other":10}')).rejects.toMatchObject({
        code: 'invalid_input',
        message: `Line 1 of the predictions lacks '${name}'.`,
      });
    }
  });

  test('as columns that are sent along', async () => {
    const data: Record<string, number[]> = JSON.parse(
      '{"__proto__":[1,2,3],"constructor":[2,3,4],"toString":[3,4,5]}',
    );
    const { columns } = await tests.engine.describeValues(
      data,
      z.object(describeOptions).parse({}),
    );
    expect(
      columns.map((column) => [column.name, column.type === 'number' ? column.mean : null]),
    ).toEqual([
      ['__proto__', 2],
      ['constructor', 3],
      ['toString', 4],
    ]);
  });
});

test('pictures are drawn where no text may become code', () => {
  const program = `
    import { renderPng } from ${JSON.stringify(join(import.meta.dirname, '../../workers/src/drawing/render-png.ts'))};
    const spec = { data: { values: [{ a: 1, b: 'x' }, { a: 2, b: 'y' }] }, mark: 'bar', encoding: { x: { field: 'a', type: 'quantitative' }, y: { field: 'b', type: 'nominal', axis: { labelExpr: 'upper(datum.label)' } }, color: { condition: { test: 'datum.a > 1', value: 'red' }, value: 'blue' } } };
    console.log((await renderPng(spec, 'light')).subarray(1, 4).toString());`;
  expect(
    execFileSync(
      process.execPath,
      ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', program],
      { cwd: join(import.meta.dirname, '../../workers'), encoding: 'utf8' },
    ).trim(),
  ).toBe('PNG');
});
