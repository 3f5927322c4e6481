import {
  associationOptions,
  comparisonOptions,
  regressionOptions,
  type Correlations,
  type TestResult,
} from '@columnist/contract';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openCodeRunner } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectSame, rowsOf } from './testing-figures.ts';

const lines = (
  n: number,
  header: string,
  row: (i: number) => readonly (string | number)[],
): string => `${header}\n${Array.from({ length: n }, (_, i) => row(i).join(',')).join('\n')}\n`;
const csv = lines(240, 'id,v,ok,first,second,ja,z', (i) => [
  `g${i % 60}`,
  (i * 7) % 31,
  i % 3 === 0 ? 'No' : 'Yes',
  'pq'[i % 2] ?? '',
  'xy'[(i >> 1) % 2] ?? '',
  i % 3 === 0 ? 'N' : 'J',
  i % 5 < 2 ? 1 : 0,
]);
const ancova = lines(36, 'g,x,y', (i) => [
  'abc'[i % 3] ?? '',
  (i * 7) % 13,
  (((i * 7) % 13) * 0.7 + (i % 3) * 2 + ((i * 11) % 9) / 2).toFixed(2),
]);
const numbers = lines(12, 'a,b,c', (i) => [
  i,
  i === 4 ? '' : (i * i) % 23,
  30 - 2 * i + ((i * 5) % 7),
]);

let tests: TestEngine;
let tables: Record<'csv' | 'ancova' | 'numbers' | 'two', TableRef>;
const runner = openCodeRunner();
beforeAll(async () => {
  tests = await openTestEngine();
  const admit = async (text: string): Promise<TableRef> => (await tests.admit(text)).table;
  tables = {
    csv: await admit(csv),
    ancova: await admit(ancova),
    numbers: await admit(numbers),
    two: await admit('g,v,u,w\na,1,p,k\na,2,p,k\nb,4,q,l\nb,6,q,l\n'),
  };
  await writeFile(join(runner.folder, 'data.csv'), numbers);
});
afterAll(async () => {
  runner.close();
  await tests.close();
});

const compare = (table: TableRef, given: object): Promise<TestResult> =>
  tests.engine.compareGroups(table, comparisonOptions.parse(given));
const relate = async (table: TableRef, given: object): Promise<TestResult> => {
  const found = await tests.engine.association(table, associationOptions.parse(given));
  if ('matrix' in found) throw new Error('This is a matrix.');
  return found;
};
const correlate = async (given: object): Promise<Correlations> => {
  const found = await tests.engine.association(tables.numbers, associationOptions.parse(given));
  if (!('matrix' in found)) throw new Error('This is no matrix.');
  return found;
};

describe('raters without a value in common', () => {
  it.each(['cohen_kappa', 'mcnemar'])('are not compared: %s', async (method) => {
    await expect(relate(tables.csv, { method, x: 'first', y: 'second' })).rejects.toMatchObject({
      code: 'invalid_input',
      message: "'first' and 'second' have no value in common, so no row can agree.",
    });
  });
});

describe('named groups of a column with more than 50 values', () => {
  it('are compared', async () => {
    // R: t.test(v[id == "g1"], v[id == "g2"])
    const result = await compare(tables.csv, {
      method: 'welch_t',
      value: 'v',
      group: 'id',
      groups: ['g1', 'g2'],
    });
    expect(result.n_used).toBe(8);
    expectSame(
      [result.statistic?.value, result.df[0], result.p_value],
      [1.3128815832701215, 5.8016724120798923, 0.23875927150025153],
      1e-9,
    );
    const shares = await compare(tables.csv, {
      method: 'proportions',
      event: 'ok',
      success: 'yes',
      group: 'id',
      groups: ['g1', 'g3'],
    });
    expect(rowsOf(shares, 'Share of ok = yes').map((row) => row.slice(0, 3))).toEqual([
      ['g1', 4, 4],
      ['g3', 0, 4],
    ]);
    expect(shares.n_excluded).toEqual([{ reason: 'in another group', n: 232 }]);
  });

  it('are asked for where none is named', async () => {
    await expect(
      compare(tables.csv, { method: 'anova', value: 'v', group: 'id' }),
    ).rejects.toMatchObject({ code: 'too_complex', message: "'id' has more than 50 values." });
  });
});

describe('columns of yes and no', () => {
  it.each(['Yes', 'yes', 'YES', 'true'])('take %s for true', async (success) => {
    // R: binom.test(160, 240)$p.value
    const result = await compare(tables.csv, { method: 'one_proportion', event: 'ok', success });
    expectSame([result.statistic?.value, result.p_value], [160, 2.6675702023007715e-7], 1e-9);
  });

  it.each(['N', 'n', 'nein', 'No', 'false'])('take %s for false', async (success) => {
    // R: binom.test(80, 240)$p.value
    const result = await compare(tables.csv, { method: 'one_proportion', event: 'ja', success });
    expectSame([result.statistic?.value, result.p_value], [80, 2.6675702023007715e-7], 1e-9);
  });

  // R: coef(summary(glm(y ~ v, binomial, control = list(epsilon = 1e-15))))[, c(1, 2, 4)]
  const chosen = [
    0.578631666460298, 0.264247034209981, 0.0285432725292617, 0.0076872426177174,
    0.0152738760680971, 0.614757932383219,
  ];
  const turned = chosen.map((figure, i) => (i % 3 === 0 ? -figure : figure));
  it.each([
    ['ok', undefined, 'ok = true', chosen],
    ['ok', 'Yes', 'ok = true', chosen],
    ['ok', 'No', 'ok = false', turned],
    ['ja', 'N', 'ja = false', turned],
    ['z', undefined, 'z = 1', null],
    [
      'z',
      '0',
      'z = 0',
      [
        0.254152337337018, 0.254989315554474, 0.318901606752034, 0.0101427384818414,
        0.0147086947106051, 0.490461907136382,
      ],
    ],
  ] as const)(
    '%s are an outcome whose event is chosen: %s',
    async (column, event, name, figures) => {
      const result = await tests.engine.fitRegression(
        tables.csv,
        regressionOptions.parse({
          method: 'logistic',
          formula: `${column} ~ v`,
          ...(event === undefined ? {} : { event }),
        }),
      );
      expect(result.procedure.variant).toContain(`event: ${name};`);
      expect(result.sentence).toContain(name);
      if (figures === null) return;
      expectSame(
        rowsOf(result, 'Coefficients').flatMap((row) => [row[1], row[2], row[6]]),
        figures,
        1e-9,
      );
    },
  );

  // R: binom.test(0, n, 0.2)
  it.each([
    ['ok', 'Yes', "ok = 'No'", 15, 0.05324317907353601],
    ['first', 'p', "first = 'q'", 20, 0.02151100136679278],
  ])('may have none of the value that is counted: %s', async (event, success, filter, n, p) => {
    const asked = { method: 'one_proportion', event, success, p: 0.2 };
    const view = { filter: `${filter} and v < 5` };
    const result = await compare(tables.csv, { ...asked, view });
    const { low, high } = result.estimate?.ci ?? {};
    expect([result.n_used, result.statistic?.value, low]).toEqual([n, 0, 0]);
    expectSame([result.p_value, high], [p, 1 - 0.025 ** (1 / n)], 1e-9);
    await expect(compare(tables.csv, { ...asked, success: 'neither', view })).rejects.toMatchObject(
      { code: 'invalid_input' },
    );
  });

  it('have no other event', async () => {
    await expect(
      tests.engine.fitRegression(
        tables.csv,
        regressionOptions.parse({ method: 'logistic', formula: 'ok ~ v', event: 'perhaps' }),
      ),
    ).rejects.toMatchObject({ code: 'invalid_input', message: "'ok' has no value 'perhaps'." });
  });

  it('take the words as groups, in the order that is given', async () => {
    const [words, values] = await Promise.all(
      [
        ['Yes', 'No'],
        ['true', 'false'],
      ].map((groups) =>
        compare(tables.csv, { method: 'welch_t', value: 'v', group: 'ok', groups }),
      ),
    );
    expect(words?.statistic).toEqual(values?.statistic);
    await expect(
      compare(tables.csv, {
        method: 'welch_t',
        value: 'v',
        group: 'ok',
        groups: ['Yes', 'Perhaps'],
      }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('two values', () => {
  it('let nobody judge whether a group is normal', async () => {
    for (const method of ['welch_t', 'anova']) {
      const { assumptions } = await compare(tables.two, { method, value: 'v', group: 'g' });
      expect(assumptions.find(({ name }) => name === 'roughly normal groups')).toEqual({
        name: 'roughly normal groups',
        verdict: 'unknown',
        said: 'a, b have too few values to see their shape.',
      });
    }
  });
});

describe('a table of counts of few rows', () => {
  it('is answered as in R', async () => {
    // R: chisq.test(table(u, w), correct = FALSE); of 2 rows suppressWarnings(chisq.test(diag(2)))
    const four = await relate(tables.two, { method: 'chi_square', x: 'u', y: 'w', correct: false });
    expectSame([four.statistic?.value, four.p_value], [4, 0.045500263896358438], 1e-9);
    const two = await relate(tables.two, {
      method: 'chi_square',
      x: 'u',
      y: 'w',
      view: { filter: 'v = 1 or v = 4' },
    });
    expect([two.n_used, two.statistic?.value, two.p_value]).toEqual([2, 0, 1]);
  });
});

describe('a table with too many others to count', () => {
  it('is tested by tables that are drawn, whose error is said', async () => {
    const counts = [
      [120, 130, 120, 110, 90],
      [135, 145, 125, 100, 80],
      [120, 130, 160, 123, 70],
      [99, 101, 140, 97, 85],
    ];
    const rows = counts.flatMap((row, i) =>
      row.flatMap((count, j) => Array.from({ length: count }, () => `r${i},c${j}`)),
    );
    const { table } = await tests.admit(`x,y\n${rows.join('\n')}\n`);
    const answer = await relate(table, { method: 'fisher_exact', x: 'x', y: 'y' });
    const p = answer.p_value ?? NaN;
    // R: set.seed(7); fisher.test(counts, simulate.p.value = TRUE, B = 2e6)
    expect(Math.abs(p - 0.050606)).toBeLessThan(0.003);
    expect(answer.procedure.variant).toBe(
      '99999 tables with the same margins drawn, seed 1: too many to count',
    );
    const error = Math.sqrt((p * (1 - p)) / 99_999);
    expect(rowsOf(answer, 'Error of drawing')).toEqual([[99_999, p, error]]);
    expect(answer.code.r).toContain('simulate.p.value = TRUE, B = 99999');
    const again = await relate(table, { method: 'fisher_exact', x: 'x', y: 'y', seed: 2 });
    expect(again.p_value).not.toBe(p);
    expect(Math.abs((again.p_value ?? NaN) - p)).toBeLessThan(6 * error);
  });
});

describe('one factor with a covariate', () => {
  it.each([1, 2, 3])('is tested and adjusted as by car and emmeans, type %s', async (type) => {
    // R: m <- lm(y ~ x + g); anova(m) (type 1), car::Anova(m, type = 2 | 3, contr.sum);
    // summary(emmeans::emmeans(m, ~ g)), pairs()
    const result = await compare(tables.ancova, {
      method: 'factorial_anova',
      value: 'y',
      factors: ['g'],
      covariates: ['x'],
      sums_of_squares: type,
    });
    expect(result.procedure.name).toBe('One-way analysis of covariance');
    expectSame(
      [result.statistic?.value, ...result.df, result.p_value],
      [37.436478761413667, 2, 32, 4.1736344331241763e-9],
      1e-9,
    );
    expectSame(
      rowsOf(result, 'Terms').flatMap((row) => row.slice(1, 3)),
      [
        type === 1 ? 225.17221416167266 : 231.38379852303314,
        1,
        125.68213991691617,
        2,
        53.715368143633683,
        32,
      ],
      1e-9,
    );
    expectSame(
      rowsOf(result, 'Estimated marginal means of g').flatMap((row) => row.slice(1, 3)),
      [
        5.608048738080857, 0.3742293688333357, 8.594212467285272, 0.3745883550496892,
        10.1060721279672, 0.3740959433571721,
      ],
      1e-9,
    );
  });

  it('is sent to a one-way analysis without one', async () => {
    await expect(
      compare(tables.ancova, { method: 'factorial_anova', value: 'y', factors: ['g'] }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      details: {
        fix: "Name a second factor or a number in 'covariates', or use method 'anova' or 'welch_anova' with it as 'group'.",
      },
    });
  });
});

describe('a matrix of correlations', () => {
  it('says what it tested and what it found', async () => {
    const found = await correlate({ method: 'pearson', columns: ['a', 'b', 'c'] });
    expect(found.hypotheses).toEqual({
      null: 'The correlation of both columns is 0.',
      alternative: 'The correlation of both columns is not 0.',
    });
    // R: cor.test(a, c): r −0.95256, p 1.7e-06; (a, b): p 0.088; (b, c): p 0.117.
    expect(found.sentence).toBe(
      '1 of 3 pairs goes together (α = .05, p adjusted by Holm): a and c (r = −.95).',
    );
  });

  it.for([
    ['pearson', 'R', 9],
    ['pearson', 'Python', 9],
    ['spearman', 'R', 9],
  ] as const)(
    'comes with code that gives the same: %s in %s',
    async ([method, language], context) => {
      // Far in the tail, as for a and c, the series of R falls to 0 for ranks.
      const columns = method === 'pearson' ? ['a', 'b', 'c'] : ['b', 'a'];
      const { matrix, code } = await correlate({ method, columns });
      const output = await runner.run(
        language,
        language === 'R'
          ? `${code.r}cat("\\nfound:", sprintf("%.17g", c(result$n, result$estimate, result$p.value)), "\\n")\n`
          : `${code.python}print("found:", *[repr(float(v)) for name in ("n", "estimate", "p") for v in result[name]])\n`,
        context.skip,
      );
      const values = /found: (.*)/.exec(output)?.[1]?.trim().split(/\s+/).map(Number) ?? [];
      const { pairs } = matrix;
      expectSame(
        [
          ...pairs.map((pair) => pair.n_used),
          ...pairs.map(({ estimate }) => estimate),
          ...pairs.map((pair) => pair.p_value),
        ],
        values,
        1e-9,
      );
    },
  );
});
