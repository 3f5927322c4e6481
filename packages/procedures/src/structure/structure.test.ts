import type { StructureOptions, TestResult } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { effectOf, expectSame as expectFigures, rowsOf } from '../testing-figures.ts';

/**
 * Figures of R 4.2 (prcomp, psych, kmeans with 200 starts, cluster::silhouette; Little's test by EM
 * row by row) on the same rows.
 */
const rows = Array.from({ length: 54 }, (_, i) => {
  const [s, d, base, e] = [i % 2, i % 3, 20 + ((i * 29) % 31) / 3, ((i * 47) % 23) / 4];
  return [
    s === 1 ? 'm' : 'f',
    base,
    (10 + 3 * s + ([0, 2, 5][d] ?? 0) + 2 * s * (d === 2 ? 1 : 0) + 0.4 * base + e).toFixed(2),
    (5 + e + s).toFixed(2),
    (6 + e * 0.8 + ((i * 31) % 7) / 2).toFixed(2),
    (7 + e * 1.3 + ((i * 17) % 11) / 3 + s).toFixed(2),
  ];
}).filter((_, i) => i % 11 !== 4);
const csv = `sex,base,y,t1,t2,t3\n${rows.map((row) => row.join(',')).join('\n')}\n`;
const holes = `base,y,t1,t2\n${rows
  .map(([, base = '', y = '', t1 = '', t2 = ''], k) => {
    const i = k + 1;
    return [
      base,
      i % 5 === 2 ? '' : y,
      i % 7 === 3 || i % 9 === 4 ? '' : t1,
      i % 9 === 4 || (Number(base) > 26 && i % 2 === 0) ? '' : t2,
    ].join(',');
  })
  .join('\n')}\n`;

/** Rows without clusters, of whole numbers that are neither near each other nor in order. */
const cloudOf = (n: number): string =>
  `a,b,c,d,e\n${Array.from({ length: n }, (_, i) => [7919, 104729, 1299709, 15485863, 32452843].map((prime) => ((i + 1) ** 2 * prime) % 997).join(',')).join('\n')}\n`;

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
});
afterAll(async () => tests.close());

const columns = ['base', 'y', 't1', 't2', 't3'];
const level = { confidence_level: 0.95 } as const;
const ask = (input: StructureOptions, of = table): Promise<TestResult> =>
  tests.engine.structure(of, input);

const expectSame = (
  found: readonly (string | number | null | undefined)[],
  wanted: readonly number[],
  within = 1e-10,
): void => expectFigures(found, wanted, within);

describe('principal components', () => {
  it('have the variances and loadings of prcomp', async () => {
    const result = await ask({ method: 'principal_components', columns, scale: true });
    expectSame(
      rowsOf(result, 'Components').map((row) => row[2]),
      [
        2.851499905983234, 1.280189504437562, 0.470153726223984, 0.322275145999865,
        0.075881717355358,
      ],
    );
    expectSame(
      rowsOf(result, 'Loadings').map((row) => row[1]),
      [
        0.077358045005207, 0.379687071084868, 0.563332009860251, 0.485817124448735,
        0.54451100005706,
      ],
    );
    expectSame(
      rowsOf(result, 'Loadings').map((row) => row[2]),
      [
        0.805905983206717, 0.516312241837249, -0.150082057643456, -0.20955930028777,
        -0.132278081317414,
      ],
    );
    expectSame([effectOf(result, 'Kaiser–Meyer–Olkin measure')], [0.658662221517305]);
    expect(result.assumptions).toEqual([
      {
        name: 'columns share variance',
        verdict: 'holds',
        said: 'Bartlett’s χ²(10, N = 49) = 144.27, p < .001; Kaiser–Meyer–Olkin .66.',
      },
    ]);
    expect(result.picture?.kind === 'map' && result.picture.x.slice(0, 2).map(Math.abs)).toEqual([
      expect.closeTo(4.19666866518666, 9),
      expect.closeTo(1.45205762768863, 9),
    ]);
    expect(result.sentence).toBe(
      '2 components hold 82.6% of the variance of 5 columns; the first, 57%, is mostly t1 and t3.',
    );
  });

  it('in the units of the columns are those of the covariance', async () => {
    expectSame(
      rowsOf(
        await ask({ method: 'principal_components', columns, scale: false }),
        'Components',
      ).map((row) => row[2]),
      [
        20.771707078994055, 9.994988981569316, 4.450490677000861, 1.213779019690683,
        0.287307579857719,
      ],
    );
  });

  it('tell groups apart, and say where a column follows from others', async () => {
    const coloured = await ask({
      method: 'principal_components',
      columns,
      scale: true,
      color_by: 'sex',
    });
    expect(coloured.picture?.kind === 'map' && new Set(coloured.picture.groups)).toEqual(
      new Set(['f', 'm']),
    );
    const doubled = await ask({
      method: 'principal_components',
      columns: ['y', 't1', 'twice'],
      scale: true,
      view: { derive: [{ name: 'twice', expression: 't1 * 2' }] },
    });
    expect(doubled.assumptions[0]).toMatchObject({
      verdict: 'doubtful',
      said: 'A column follows exactly from others; leave one of them out.',
    });
    await expect(
      ask({ method: 'principal_components', columns: ['y', 'sex'], scale: true }),
    ).rejects.toMatchObject({ code: 'wrong_column_type' });
    await expect(
      ask({
        method: 'principal_components',
        columns: ['y', 't1'],
        scale: true,
        view: { filter: 'y < 0' },
      }),
    ).rejects.toMatchObject({ message: '0 rows have every value; this needs 3.' });
  });
});

describe('columns that follow from each other', () => {
  const lines = `y,z,w\n${Array.from({ length: 7 }, (_, i) => `${i + 1},${2 * i + 3},${(i * i) % 5}`).join('\n')}\n`;
  it.each([true, false])('have components of variance 0, scaled: %s', async (scale) => {
    const { table: of } = await tests.admit(lines);
    const result = await ask(
      { method: 'principal_components', columns: ['y', 'z'], scale, ...level },
      of,
    );
    // Of the correlations 2 and 0, of the covariances 14/3 + 56/3 and 0: z is 2 y + 1.
    const [first, second] = rowsOf(result, 'Components');
    expectSame(
      first?.slice(1, 4) ?? [],
      scale ? [Math.SQRT2, 2, 1] : [Math.sqrt(70 / 3), 70 / 3, 1],
    );
    expect(second?.slice(1, 4)).toEqual([0, 0, 0]);
    expect(
      rowsOf(result, 'Correlations with the components').map((row) => Math.abs(Number(row[2]))),
    ).toEqual([0, 0]);
  });
});

describe('k-means', () => {
  it.each([
    [2, 145.200344659452924, [27, 22], 0.313752678572718],
    [3, 109.99514744301112, [20, 16, 13], 0.289993950032631],
    [4, 89.988248672313034, [18, 15, 12, 4], 0.281874197326921],
  ])('finds the %s clusters that many starts of R find', async (k, within, sizes, silhouette) => {
    const result = await ask({ method: 'k_means', columns, k, scale: true, seed: 1 });
    expectSame(
      [effectOf(result, 'sum of squares within'), effectOf(result, 'mean silhouette')],
      [within, silhouette],
    );
    expect(rowsOf(result, 'Clusters').map((row) => row[1])).toEqual(sizes);
    expect(rowsOf(result, 'Cluster of each row')).toHaveLength(49);
  });

  // R: set.seed(1); kmeans(scale(x), 7, nstart = 8000). A hundred starts alone miss it.
  it.each([1, 2, 3])(
    'finds the best 7 clusters of 300 rows that lie in no clusters, seed %i',
    async (seed) => {
      const { table: cloud } = await tests.admit(cloudOf(300));
      const result = await ask(
        {
          method: 'k_means',
          columns: ['a', 'b', 'c', 'd', 'e'],
          k: 7,
          scale: true,
          seed,
        },
        cloud,
      );
      expectSame([effectOf(result, 'sum of squares within')], [745.757637708881]);
    },
  );

  it('takes the number of clusters with the largest silhouette, the same for the same seed', async () => {
    const ask2 = () => ask({ method: 'k_means', columns, scale: true, seed: 7 });
    const result = await ask2();
    const compared = rowsOf(result, 'Numbers of clusters compared');
    expect(compared.map(([k]) => k)).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(effectOf(result, 'mean silhouette')).toBe(
      Math.max(...compared.map((row) => Number(row[1]))),
    );
    expect(await ask2()).toEqual(result);
  });

  it('refuses more clusters than there are different rows', async () => {
    await expect(
      ask({
        method: 'k_means',
        columns: ['t1', 'twice'],
        k: 20,
        scale: true,
        seed: 1,
        view: { filter: 't1 < 6', derive: [{ name: 'twice', expression: 't1 * 2' }] },
      }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('missing values', () => {
  it('are tested by Little, with means by maximum likelihood', async () => {
    const { table: gappy } = await tests.admit(holes);
    const result = await ask(
      { method: 'little_mcar', columns: ['base', 'y', 't1', 't2'], ...level },
      gappy,
    );
    expectSame(
      [result.statistic?.value, ...result.df, result.p_value],
      [23.491434387674044, 16, 0.101215537554392],
    );
    expectSame(
      rowsOf(result, 'Columns').map((row) => row[4]),
      [25.28571428571428, 27.13823370040048, 8.10945187851183, 9.59554481988479],
    );
    expectSame(
      rowsOf(result, 'Columns').map((row) => row[5]),
      [3.0109399922928, 4.02522758627616, 1.76186807919275, 1.82955941784126],
    );
    expect(rowsOf(result, 'Patterns of missing values')).toHaveLength(8);
    expect(result.p_value).not.toBeNull();
  });

  it('are said not to be there where none are', async () => {
    await expect(
      ask({ method: 'little_mcar', columns: ['base', 'y'], ...level }),
    ).rejects.toMatchObject({ message: 'No value is missing in these columns.' });
  });
});
