import { openCodeRunner } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askMethod, type OfTable } from './testing-methods.ts';
import { pAgainst } from './verdict.ts';
import { alphaOf, levelText, percent } from './words.ts';

let tests: TestEngine;
const runner = openCodeRunner();
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(async () => {
  runner.close();
  await tests.close();
});

async function ask(csv: string, operation: OfTable, given: Readonly<Record<string, unknown>>) {
  const { table } = await tests.admit(csv);
  await tests.engine.exportRows(table, { forSpreadsheets: false }, join(runner.folder, 'data.csv'));
  const found = await askMethod(tests.engine, table, operation, given);
  if (found === null) throw new Error('One test is asked.');
  return found;
}
const csvOf = (names: string, rows: readonly (readonly (string | number)[])[]): string =>
  `${names}\n${rows.map((row) => row.join(',')).join('\n')}\n`;
const steps = [1, 2, 3, 4, 5, 6, 7];

it.each([
  [0.95, 0.05],
  [0.999999999999999, 1e-15],
  [0.9999999999999999, 1e-16],
])('a level of %d leaves an error above 0', (level, alpha) => {
  expect(alphaOf(level)).toBe(alpha);
});

it.each([
  [0.95, '95%'],
  [0.57, '57%'],
  [0.999, '99.9%'],
  [0.999999999, '99.9999999%'],
  [0.9999999999999999, '99.99999999999999%'],
  [1e-9, '0.0000001%'],
])('a level of %d is written as %s', (level, text) => {
  expect(levelText(level)).toBe(text);
});

it('p beyond a large α is written by α', () => {
  expect([pAgainst(1, 0.999999999), pAgainst(1, 0.05)]).toEqual(['> .999999999', '> .999']);
});

it('what is less than all by the rounding of doubles alone is all', () => {
  expect([percent(1 - 2 ** -52), percent(0.9996), percent(1)]).toEqual(['100%', '99.96%', '100%']);
});

describe('where an interval would be a point there is none, and a reason', () => {
  const noteOf = ({ assumptions }: Awaited<ReturnType<typeof ask>>) =>
    assumptions.find(({ name }) => name.startsWith('interval of '))?.said;

  it('of τ-b', async () => {
    const found = await ask(
      csvOf(
        'x,y',
        steps.map((i) => [i, 2 * i]),
      ),
      'association',
      {
        method: 'kendall',
        x: 'x',
        y: 'y',
      },
    );
    expect([found.estimate?.ci, noteOf(found)]).toEqual([
      null,
      'All pairs of rows point the same way, so there is no interval: it would be a point.',
    ]);
  });

  it("of Sen's slope", async () => {
    const found = await ask(
      csvOf(
        'v',
        steps.map((i) => [i]),
      ),
      'timeSeries',
      {
        method: 'mann_kendall',
        value: 'v',
      },
    );
    expect([found.estimate, noteOf(found)]).toEqual([
      { name: 'slope a row', value: 1, ci: null },
      'The slopes of nearly all pairs are equal, so there is no interval: it would be a point.',
    ]);
    expect(found.sentence).toContain('median slope 1 a row (p = ');
  });

  it('of the area under a ROC curve', async () => {
    const found = await ask(
      csvOf(
        'b',
        ['yes', 'no', 'yes', 'yes', 'no'].map((b) => [b]),
      ),
      'fitRegression',
      {
        method: 'logistic',
        formula: 'b ~ 1',
      },
    );
    expect([found.estimate, noteOf(found)]).toEqual([
      { name: 'area under the ROC curve', value: 0.5, ci: null },
      'All rows have the same fitted probability, so the error of the area is 0 and there is no interval: it would be a point.',
    ]);
  });
});

it('limits of a distribution have the sign of mathematics', async () => {
  const { sentence } = await ask(
    csvOf(
      'x',
      steps.map((i) => [i - 4]),
    ),
    'testDistribution',
    {
      method: 'kolmogorov_smirnov',
      column: 'x',
      distribution: { name: 'uniform', min: -3, max: 4 },
    },
  );
  expect(sentence).toContain('uniform distribution from −3 to 4');
});

it('a p of drawn arrangements has its error of drawing', async () => {
  const rows = Array.from({ length: 40 }, (_, i) => ['ab'[i % 2] ?? '', (i * i * 7) % 41]);
  const { tables, p_value: p } = await ask(csvOf('g,v', rows), 'compareGroups', {
    method: 'permutation',
    value: 'v',
    group: 'g',
  });
  const share = p ?? NaN;
  expect(tables).toEqual([
    {
      title: 'Error of drawing',
      columns: ['arrangements drawn', 'p', 'standard error of p'],
      rows: [[99_999, share, expect.closeTo(Math.sqrt((share * (1 - share)) / 99_999), 12)]],
    },
  ]);
});

describe('the code in R gives the figure of the answer', () => {
  const found = async (code: string, figure: string, skip: (note: string) => never) => {
    const printed = await runner.run(
      'R',
      `${code}\ncat("\\nfound:", sprintf("%.15g", ${figure}))\n`,
      skip,
    );
    return Number(/found: (\S+)/.exec(printed)?.[1]);
  };

  it('of η where a group has one row', async ({ skip }) => {
    const rows = [
      ['a', 1],
      ['a', 2],
      ['a', 4],
      ['b', 5],
      ['b', 7],
      ['c', 3],
    ];
    const { p_value: p, code } = await ask(csvOf('g,x', rows), 'association', {
      method: 'correlation_ratio',
      x: 'x',
      y: 'g',
    });
    expect(await found(code.r, 'result$p.value', skip)).toBeCloseTo(p ?? NaN, 10);
  });

  it('of a unit root far from 0', async ({ skip }) => {
    const rows = Array.from({ length: 30 }, (_, i) => [1e9 + ((i * 37) % 29) / 8 + i / 16]);
    const { statistic, code } = await ask(csvOf('v', rows), 'timeSeries', {
      method: 'adf',
      value: 'v',
      lags: 1,
    });
    expect(await found(code.r, 'result$statistic', skip)).toBeCloseTo(statistic?.value ?? NaN, 5);
  });

  it('of robust errors of a very small column', async ({ skip }) => {
    const rows = Array.from({ length: 20 }, (_, i) => [
      ((i * 37) % 29) + i,
      i * 1e-12,
      (i * i * 7) % 11,
    ]);
    const { p_value: p, code } = await ask(csvOf('y,x,z', rows), 'fitRegression', {
      method: 'linear',
      formula: 'y ~ x + z',
      errors: 'hc3',
    });
    expect((await found(code.r, 'result$p.value', skip)) / (p ?? NaN)).toBeCloseTo(1, 7);
  });

  it('of the errors of counts', async ({ skip }) => {
    const rows = Array.from({ length: 30 }, (_, i) => [
      Math.round(Math.exp((i % 8) / 2)) + (i % 3),
      i % 8,
    ]);
    const { tables, code } = await ask(csvOf('n,x', rows), 'fitRegression', {
      method: 'poisson',
      formula: 'n ~ x',
    });
    const error = Number(tables[0]?.rows[1]?.[2]);
    expect((await found(code.r, 'summary(fit)$coefficients[2, 2]', skip)) / error).toBeCloseTo(
      1,
      11,
    );
  });
});
