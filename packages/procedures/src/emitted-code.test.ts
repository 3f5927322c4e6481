import { everyMethod, powerOptions } from '@columnist/contract';
import { ofSample, openCodeRunner, sampled, type Language } from '@columnist/testing';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { askMethod, type OfTable } from './testing-methods.ts';
import type { Tested } from './define-procedure.ts';
import { procedures } from './registry.ts';

const dayOf = (i: number): string =>
  new Date(Date.UTC(2024, 1, 1 + i + (i > 20 ? 3 : 0), 6)).toISOString().slice(0, 19);
const monthOf = (i: number): string => new Date(Date.UTC(2020, i, 1)).toISOString().slice(0, 10);
/** Ties, missing cells, an unusual name, numbers of different decimals, few and several groups. */
const csv = `g,h,y,z,"it's",i1,i2,i3,note,day,month\n${Array.from({ length: 48 }, (_, i) => [['a', 'b', "c'd"][i % 3], i % 2 === 0, i % 11 === 0 ? '' : ((i * 37) % 29) + (i % 3) * 4 + 0.25, ((i * 7.3) % 13).toFixed(3), ['yes', 'no', 'yes', 'maybe'][i % 4], 1 + ((i * 5) % 4), 1 + ((i * 5 + (i % 3)) % 4), 1 + ((i * 5 + (i % 2)) % 4), i < 30 ? 'x' : 'y', dayOf(i), monthOf(i)].join(',')).join('\n')}\n,true,3,4,yes,1,1,2,x,${dayOf(48)},${monthOf(48)}\n`;

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
  await tests.engine.exportRows(table, { forSpreadsheets: false }, join(runner.folder, 'data.csv'));
});
const runner = openCodeRunner();
afterAll(async () => {
  runner.close();
  await tests.close();
});

/** Every sample of the procedures of an operation. */
const samplesOf = (operation: OfTable): [string, Asked][] =>
  Object.entries<{ readonly tested: Tested<object> }>(procedures[operation]).flatMap(
    ([method, { tested }]) =>
      Object.entries(tested.samples).map(([name, given]): [string, Asked] => [
        titleOf(method, name),
        { operation, given: { method, ...given }, name, tested },
      ]),
  );
interface Asked {
  readonly operation: OfTable;
  readonly given: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly tested: Tested<object>;
}
const titleOf = (method: string, name: string): string =>
  name === 'usual' ? method : `${method}, ${name}`;
const operations = new Set(
  everyMethod.flatMap(([operation]) => (operation === 'calculatePower' ? [] : [operation])),
);

const languages: readonly Language[] = ['R', 'Python'];

/**
 * Runs code that ends with a line "found: figure" and gives the figure; skips the test where a
 * package of the code is missing, and names it.
 */
async function figureOf(
  language: Language,
  code: string,
  { skip }: TestContext,
): Promise<{ readonly value: number; readonly output: string }> {
  const output = await runner.run(language, code, skip);
  return { value: Number(/found: (\S+)\s*$/.exec(output)?.[1]), output };
}

/** What is printed at the end of the code of a result. */
const ending: Readonly<Record<Language, string>> = {
  R:
    'value <- if (is.list(result) && !is.null(result$p.value)) result$p.value else if ' +
    '(is.list(result)) result$statistic else result\ncat("\\nfound:", sprintf("%.17g", ' +
    'value))\n',
  Python:
    'found = result.pvalue if hasattr(result, "pvalue") else result[1] if hasattr(result, "__len__") else result\nprint("found:", repr(float(found)))\n',
};

async function expectSame(
  language: Language,
  { operation, given, name, tested }: Asked,
  context: TestContext,
): Promise<void> {
  const { prints, notInPython = [], digitsInPython = 7 } = tested;
  if (language === 'Python' && notInPython.includes(name)) context.skip('SciPy has no such form');
  const found = await askMethod(tests.engine, table, operation, given);
  if (found === null) throw new Error('A matrix comes without code.');
  const wanted =
    prints?.(found) ??
    found.p_value ??
    found.estimate?.value ??
    found.effects[0]?.value ??
    found.groups[0]?.mean ??
    NaN;
  const { value, output } = await figureOf(
    language,
    `${language === 'R' ? found.code.r : found.code.python}${ending[language]}`,
    context,
  );
  expect(value / wanted, `${output}\nwanted: ${wanted}`).toBeCloseTo(
    1,
    language === 'Python' ? digitsInPython : 7,
  );
}

describe.each(languages)(
  `the %s code that comes with a result gives its figure (${ofSample})`,
  (language) => {
    describe.each([...operations])('%s', (operation) => {
      test.for(sampled(samplesOf(operation), 9))('%s', ([, asked], context) =>
        expectSame(language, asked, context),
      );
    });
  },
);

/** Every sample of the designs. */
const designs = Object.entries(procedures.calculatePower).flatMap(([method, { tested }]) =>
  Object.entries(tested.samples).map(
    ([name, given]) => [titleOf(method, name), { method, ...given }, tested.inR] as const,
  ),
);

describe.each(languages)('the %s code that comes with a design gives its figure', (language) => {
  test.for(designs)('calculate_power: %s', async ([, given, inR], context) => {
    const found = await tests.engine.calculatePower(powerOptions.parse(given));
    const { solved } = found;
    const name = solved === 'n' || solved === 'effect' ? inR[solved] : solved;
    const wanted = found[solved];
    const code =
      language === 'R'
        ? `${found.code.r}cat("\\nfound:", sprintf("%.17g", result$${name}))\n`
        : `${found.code.python}print("found:", repr(float(result)))\n`;
    const { value, output } = await figureOf(language, code, context);
    // Both search for the size and the effect with four digits.
    expect(value / wanted, `${output}\nwanted: ${wanted}`).toBeCloseTo(1, 3);
  });
});
