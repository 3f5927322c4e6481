import type { AssociationOptions, Correlations, TestResult } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { expectSame, rowsOf } from './testing-figures.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(async () => tests.close());

const level = { confidence_level: 0.95 } as const;

async function ask(csv: string, input: AssociationOptions) {
  const { table } = await tests.admit(csv);
  return tests.engine.association(table, input);
}
const matrixOf = (found: Correlations | TestResult): Correlations => {
  if (!('matrix' in found)) throw new Error('This method gives a matrix.');
  return found;
};
const resultOf = (found: Correlations | TestResult): TestResult => {
  if ('matrix' in found) throw new Error('This method gives a test.');
  return found;
};

/** Numbers from 1 and what a fixed rule makes of them, without ties. */
const paired = (n: number, noise: number): [number, number][] =>
  Array.from({ length: n }, (_, i) => [
    i + 1,
    (i + 1) * 1000 + ((i * 7919) % 1009) * noise + i / 1e3,
  ]);
const csvOf = (rows: readonly (readonly (number | string)[])[]): string =>
  `x,y\n${rows.map((row) => row.join(',')).join('\n')}\n`;

describe('Spearman’s ρ as cor.test(x, y, method = "spearman")', () => {
  // R 4.2.2: c(estimate, p.value); t is estimate * sqrt((n - 2) / (1 - estimate^2)). Intervals in
  // NumPy 1.24: tanh(arctanh(rho) ± norm.ppf(.975) * sqrt((1 + rho**2 / 2) / (n - 3))).
  it.each<[string, [number, number][], number, number, [number, number]]>([
    [
      'six rows',
      [
        [1, 2],
        [2, 1],
        [3, 4],
        [4, 3],
        [5, 6],
        [6, 5],
      ],
      0.828571428571429,
      0.0583333333333333,
      [-0.12724489572415565, 0.9864823442496333],
    ],
    [
      'six other rows',
      [
        [1, 1],
        [2, 3],
        [3, 2],
        [4, 5],
        [5, 6],
        [6, 4],
      ],
      0.771428571428571,
      0.102777777777778,
      [-0.25910054864146864, 0.9805959961655235],
    ],
    [
      'six rows, falling',
      [
        [1, 5],
        [2, 6],
        [3, 3],
        [4, 4],
        [5, 1],
        [6, 2],
      ],
      -0.828571428571429,
      0.0583333333333333,
      [-0.9864823442496333, 0.12724489572415565],
    ],
    ['9 rows', paired(9, 8), 0.4, 0.291192680776014, [-0.38668249677902367, 0.8497329413584297]],
    [
      '10 rows',
      paired(10, 8),
      0.527272727272727,
      0.12280318761783,
      [-0.20145653872309993, 0.8802710754188352],
    ],
    [
      '12 rows',
      paired(12, 20),
      0.545454545454546,
      0.0706789050614175,
      [-0.08811452160478217, 0.8648106151137502],
    ],
    [
      '25 rows',
      paired(25, 40),
      0.517692307692308,
      0.00885088340783157,
      [0.12750088227791767, 0.7691182207656402],
    ],
    [
      '60 rows',
      paired(60, 100),
      0.51436510141706,
      3.41419205708228e-5,
      [0.2843476786141179, 0.68838969903264],
    ],
    [
      '300 rows',
      paired(300, 3000),
      0.0961535128168091,
      0.0964332243680499,
      [-0.01753791675034254, 0.2073902058132147],
    ],
    [
      '1290 rows',
      paired(1290, 30000),
      0.0416623664370818,
      0.134752493250467,
      [-0.01296995237280522, 0.09604668521326566],
    ],
    [
      '1291 rows',
      paired(1291, 30000),
      0.0411894427540164,
      0.139099982347919,
      [-0.013421853634127717, 0.09555573942342772],
    ],
  ])('of %s', async (_name, rows, rho, p, [low, high]) => {
    const {
      matrix: {
        pairs: [pair],
      },
      method: methods,
    } = matrixOf(await ask(csvOf(rows), { method: 'spearman', columns: ['x', 'y'], ...level }));
    expect(pair).toMatchObject({
      x: 'x',
      y: 'y',
      n_used: rows.length,
      ci: { level: 0.95 },
      df: rows.length - 2,
      reason: null,
    });
    expectSame(
      [pair?.estimate, pair?.statistic, pair?.p_value, pair?.ci?.low, pair?.ci?.high],
      [rho, rho * Math.sqrt((rows.length - 2) / (1 - rho * rho)), p, low, high],
      1e-9,
    );
    expect(methods).toEqual({
      spearman:
        'average ranks, pairwise complete rows; p without ties exact to 9 rows, to 1,290 by Edgeworth’s series (AS 89), else by t; interval by Bonett and Wright',
    });
  });

  it('of tied values is tested by t', async () => {
    // x <- c(1, 2, 2, 4, 5, 6, 7); y <- c(2, 1, 4, 3, 3, 7, 6); cor.test(x, y, method = "spearman",
    // exact = FALSE)
    const {
      matrix: {
        pairs: [pair],
      },
    } = matrixOf(
      await ask(
        csvOf([
          [1, 2],
          [2, 1],
          [2, 4],
          [4, 3],
          [5, 3],
          [6, 7],
          [7, 6],
        ]),
        { method: 'spearman', columns: ['x', 'y'], ...level },
      ),
    );
    expectSame([pair?.estimate, pair?.p_value], [0.745454545454545, 0.054440538686437], 1e-9);
  });

  it('of ranks that agree, or nearly, has the p of so many arrangements and never 0', async () => {
    const whole = matrixOf(
      await ask(
        csvOf([
          [1, 1],
          [2, 4],
          [3, 9],
          [4, 16],
          [5, 25],
        ]),
        { method: 'spearman', columns: ['x', 'y'], ...level },
      ),
    ).matrix.pairs[0];
    // cor.test(1:5, (1:5)^2, method = "spearman")$p.value
    expect(whole).toMatchObject({
      estimate: 1,
      statistic: null,
      reason: 'The ranks are the same or reversed: t is unbounded.',
    });
    expectSame([whole?.p_value], [0.0166666666666667], 1e-9);
    // R's series gives 0 here: of the 10! arrangements 196 have S of at most 8, as counted one by
    // one.
    const far = matrixOf(
      await ask(csvOf([2, 1, 4, 3, 6, 5, 8, 7, 9, 10].map((y, i) => [i + 1, y])), {
        method: 'spearman',
        columns: ['x', 'y'],
        ...level,
      }),
    ).matrix.pairs[0];
    expectSame([far?.p_value], [392 / 3_628_800], 1e-12);
  });
});

describe('intervals of other figures of two columns', () => {
  it('of τ-b are those of Fieller, Hartley and Pearson; few rows with ties have a note', async () => {
    const kendall = async (y: readonly number[]) => {
      const { estimate, assumptions } = resultOf(
        await ask(csvOf(y.map((value, i) => [i + 1, value])), {
          method: 'kendall',
          x: 'x',
          y: 'y',
          alternative: 'two_sided',
          ...level,
        }),
      );
      return { estimate, assumptions };
    };
    // SciPy 1.10.1: tau = kendalltau(x, y)[0]; tanh(arctanh(tau) ± norm.ppf(.975) * sqrt(.437 / 6)).
    expect(await kendall([2, 1, 4, 3, 6, 5, 8, 7, 9, 10])).toEqual({
      estimate: {
        name: 'Kendall’s τ-b',
        value: expect.closeTo(0.8222222222222221, 12),
        ci: {
          level: 0.95,
          low: expect.closeTo(0.5612736044830409, 12),
          high: expect.closeTo(0.9344759318570462, 12),
        },
      },
      assumptions: [],
    });
    // Four rows have no interval: its variance is 0.437 / (n − 4). kendalltau([1, 2, 3, 4], [1, 1, 3, 2])
    expect(await kendall([1, 1, 3, 2])).toEqual({
      estimate: { name: 'Kendall’s τ-b', value: expect.closeTo(0.5477225575051661, 12), ci: null },
      assumptions: [
        {
          name: 'values enough for the normal approximation',
          verdict: 'doubtful',
          said: '4 rows: the approximation of p by the normal distribution, which ties or zeros make necessary, is rough for so few.',
        },
        {
          name: 'interval of τ-b',
          verdict: 'doubtful',
          said: 'The approximation of the error of τ-b needs 5 rows, so there is no interval.',
        },
      ],
    });
  });

  it('of McNemar’s odds ratio are the odds of the exact share', async () => {
    const rows = [
      ...Array.from({ length: 12 }, () => ['no', 'yes']),
      ...Array.from({ length: 5 }, () => ['yes', 'no']),
      ...Array.from({ length: 9 }, () => ['yes', 'yes']),
    ];
    const found = resultOf(
      await ask(csvOf(rows), {
        method: 'mcnemar',
        x: 'x',
        y: 'y',
        variant: 'uncorrected',
        ...level,
      }),
    );
    // R 4.2.2: p <- binom.test(12, 17)$conf.int; p / (1 - p)
    expect(found.effects).toEqual([
      {
        name: 'odds ratio of the changes',
        value: 2.4,
        ci: {
          level: 0.95,
          low: expect.closeTo(0.787045894172816, 10),
          high: expect.closeTo(8.69598111868027, 10),
        },
      },
    ]);
  });
});

describe('Cohen’s κ', () => {
  const cells = (counts: readonly (readonly number[])[]): (readonly string[])[] =>
    counts.flatMap((row, i) =>
      row.flatMap((n, j) => Array.from({ length: n }, () => [`v${i + 1}`, `v${j + 1}`])),
    );

  // statsmodels 0.13: k = cohens_kappa(table); k.kappa, k.kappa_low, k.kappa_upp, k.z_value, 2 *
  // scipy.stats.norm.sf(abs(k.z_value)), k.std_kappa, k.std_kappa0
  it.each([
    [
      [
        [25, 7, 4],
        [3, 18, 6],
        [2, 5, 30],
      ],
      [
        0.59276018099548, 0.4629960015756, 0.72252436041535, 8.3948491260048, 4.6649287396386e-17,
        0.066207430566808, 0.070609986206813,
      ],
      'moderate',
      '< .001',
    ],
    [
      [
        [20, 5],
        [10, 15],
      ],
      [
        0.4, 0.15109229047666, 0.64890770952334, 2.8867513459481, 0.0038924171227786,
        0.1269960629311, 0.13856406460551,
      ],
      'fair',
      '= .004',
    ],
  ] as const)('has p, interval and both standard errors', async (counts, wanted, called, p) => {
    const result = resultOf(
      await ask(csvOf(cells(counts)), { method: 'cohen_kappa', x: 'x', y: 'y', ...level }),
    );
    const agreement = rowsOf(result, 'Agreement');
    expect(agreement.map(([name]) => name)).toEqual([
      'observed',
      'by chance',
      'standard error of κ',
      'standard error where they agree by chance',
    ]);
    expectSame(
      [
        result.estimate?.value,
        result.estimate?.ci?.low,
        result.estimate?.ci?.high,
        result.statistic?.value,
        result.p_value,
        agreement[2]?.[1],
        agreement[3]?.[1],
      ],
      wanted,
      1e-12,
    );
    expect(result.sentence).toContain(
      `(p ${p}, Cohen’s κ = ${wanted[0].toFixed(2).replace(/^0/, '')}). Landis and Koch call such agreement ${called}.`,
    );
    expect(result.apa).toMatch(/^z = \d\.\d\d, p [<=] \.\d{3}, Cohen’s κ = \.\d\d, 95% CI \[/);
  });
});
