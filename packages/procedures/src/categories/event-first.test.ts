import { associationOptions, regressionOptions, type TestResult } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(async () => tests.close());

type Column = TableRef['columns'][number];

/** Of 65 with the drug 5 dropped out, and of 55 with placebo 10. */
async function trial(
  [drug, placebo]: readonly [string, string],
  [out, stayed]: readonly [string, string],
  columns: Readonly<Record<string, Partial<Column>>> = {},
): Promise<TableRef> {
  const lines = [
    ...Array.from({ length: 65 }, (_, i) => `${drug},${i < 5 ? out : stayed}`),
    ...Array.from({ length: 55 }, (_, i) => `${placebo},${i < 10 ? out : stayed}`),
  ];
  const { table } = await tests.admit(`arm,dropout\n${lines.join('\n')}\n`);
  return { ...table, columns: table.columns.map((one) => ({ ...one, ...columns[one.name] })) };
}

async function ask(table: TableRef, options: object): Promise<TestResult> {
  const found = await tests.engine.association(
    table,
    associationOptions.parse({ x: 'arm', y: 'dropout', ...options }),
  );
  if (!('effects' in found)) throw new Error('It is a test.');
  return found;
}

const ci = (low: number, high: number): object => ({
  level: 0.95,
  low: expect.closeTo(low, 12),
  high: expect.closeTo(high, 12),
});
const coded: Partial<Column> = { type: 'category', storage: 'VARCHAR', stored: 'TINYINT' };
const named = (yes: string, no: string): Partial<Column> => ({
  ...coded,
  value_labels: [
    { value: 1, label: yes },
    { value: 0, label: no },
  ],
});

describe('ratios of a table of two by two are of the event, in the exposed group', () => {
  // R 4.2.2, drug against placebo: (5 / 65) / (10 / 55) with Katz's interval, 5 * 45 / (60 * 10)
  // with Woolf's, fisher.test(matrix(c(5, 10, 60, 45), 2)).
  const risk = { value: 5 / 65 / (10 / 55), ci: ci(0.153834203461654, 1.163551920264952) };
  const odds = { value: 0.375, ci: ci(0.119815058873354, 1.173683853451526) };
  test.each<[string, () => Promise<TableRef>, string]>([
    [
      'yes and no, the reference stated',
      () => trial(['drug', 'placebo'], ['yes', 'no'], { arm: { reference: 'placebo' } }),
      'dropout = true, arm = drug against placebo',
    ],
    ['1 and 0', () => trial(['1', '0'], ['1', '0']), 'dropout = 1, arm = 1 against 0'],
    [
      'true and false',
      () => trial(['true', 'false'], ['true', 'false']),
      'dropout = true, arm = true against false',
    ],
    [
      'words for yes and no that sort the other way',
      () => trial(['1', '0'], ['1', '0'], { arm: coded, dropout: named('ja', 'nein') }),
      'dropout = ja, arm = 1 against 0',
    ],
    [
      'the order of the levels',
      () =>
        trial(['drug', 'placebo'], ['gone', 'there'], {
          arm: { levels: ['placebo', 'drug'] },
          dropout: { levels: ['there', 'gone'] },
        }),
      'dropout = gone, arm = drug against placebo',
    ],
  ])('%s', async (_, make, of) => {
    const table = await make();
    const { effects } = await ask(table, { method: 'chi_square' });
    expect(effects.slice(2)).toEqual([
      { ...odds, name: 'odds ratio', value: expect.closeTo(odds.value, 12) },
      { ...risk, name: `relative risk of ${of}`, value: expect.closeTo(risk.value, 12) },
    ]);
    const exact = await ask(table, { method: 'fisher_exact', alternative: 'less' });
    expect(exact).toMatchObject({
      p_value: expect.closeTo(0.0729470849949846, 12),
      estimate: { name: 'odds ratio', value: expect.closeTo(0.3780826428774933, 4) },
      hypotheses: { alternative: `The odds ratio of ${of}, is smaller than 1.` },
    });
  });

  test('the counts keep the order of the values', async () => {
    const table = await trial(['drug', 'placebo'], ['yes', 'no']);
    const { tables, effects } = await ask(table, { method: 'chi_square' });
    expect(tables[0]?.rows).toEqual([
      ['drug', 60, 5, 65],
      ['placebo', 45, 10, 55],
    ]);
    // Without a stated reference the first value is the reference, as in a regression.
    expect(effects.at(-1)).toEqual({
      name: 'relative risk of dropout = true, arm = placebo against drug',
      value: expect.closeTo(10 / 55 / (5 / 65), 12),
      ci: ci(0.859437368099818, 6.50050494296783),
    });
  });
});

test('a logistic regression and the advice take the same value for the event', async () => {
  const table = await trial(['1', '0'], ['1', '0'], { dropout: named('ja', 'nein') });
  const fit = await tests.engine.fitRegression(
    table,
    regressionOptions.parse({ method: 'logistic', formula: 'dropout ~ arm' }),
  );
  const [, slope] = fit.tables.find(({ title }) => title === 'Coefficients')?.rows ?? [];
  expect([fit.procedure.variant, slope?.at(-1)]).toEqual([
    'event: dropout = ja; maximum likelihood, Wald intervals',
    expect.closeTo(0.375, 8),
  ]);
  const advised = await tests.engine.recommendTest(table, {
    value: 'dropout',
    by: 'arm',
    ask: 'compare',
    paired: false,
  });
  expect(advised.options).toMatchObject({ method: 'proportions', success: 'ja' });
});
