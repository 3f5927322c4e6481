import { regressionOptions, type TestResult } from '@columnist/contract';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effectOf, expectSame, rowsOf } from '../testing-figures.ts';

/**
 * Figures of the normal equations with mpmath at 150 digits, of the decimals as they are written:
 * C = (XᵀX)⁻¹, b = C Xᵀy, errors √(s² Cⱼⱼ), HC3 of MacKinnon and White, VIF Σ(x − mean)² Cⱼⱼ. R's
 * lm drops eight of the eleven columns.
 */
const shifted = (offset: number): string =>
  `w,y\n${Array.from({ length: 60 }, (_, i) => `${(offset + i * 0.37).toFixed(2)},${(((i * 29) % 17) + ((i * i) % 7)) / 8}`).join('\n')}\n`;
const near = `a,b,c,y\n${Array.from({ length: 30 }, (_, i) => `${i},${(i + ((i * 7) % 5) / 1e7).toFixed(7)},${(i * 13) % 7},${i * 2 + ((i * 29) % 11)}`).join('\n')}\n`;

let tests: TestEngine;
let tables: Record<'far' | 'origin' | 'near', TableRef>;
beforeAll(async () => {
  tests = await openTestEngine();
  tables = {
    far: (await tests.admit(shifted(1000))).table,
    origin: (await tests.admit(shifted(0))).table,
    near: (await tests.admit(near)).table,
  };
});
afterAll(async () => tests.close());

const fit = (table: TableRef, given: object): Promise<TestResult> =>
  tests.engine.fitRegression(table, regressionOptions.parse({ method: 'linear', ...given }));
const powers = (degree: number): string =>
  `y ~ ${Array.from({ length: degree }, (_, k) => (k === 0 ? 'w' : `I(w^${k + 1})`)).join(' + ')}`;
const column = (
  result: TestResult,
  title: string,
  at: number,
): (string | number | null | undefined)[] => rowsOf(result, title).map((row) => row[at]);

describe('powers of numbers far from 0', () => {
  it('have the coefficients of exact arithmetic', async () => {
    const result = await fit(tables.far, { formula: powers(10), predict: [{ w: 1005.5 }] });
    expect(result.procedure.variant).not.toContain('left out');
    expectSame(
      column(result, 'Coefficients', 1),
      [
        -1.199781227880486e21, 1.187058124718658e19, -5.28508581505817e16, 139439539903026.7,
        -241427520357.2577, 286634472.8688719, -236322.5643414785, 133.605018230974,
        -0.04956867136527301, 1.089797014031697e-5, -1.07818694790475e-9,
      ],
      1e-9,
    );
    expectSame(
      column(result, 'Coefficients', 2),
      [
        2.706377961268848e21, 2.67730093723532e19, 1.191834191521072e17, 314404029890137,
        544285893707.2995, 646110272.3400766, 532624.4706485414, 301.0760277771908,
        0.1116857978130896, 2.455123467959459e-5, 2.428614777045712e-9,
      ],
      1e-9,
    );
    expectSame(
      column(result, 'Terms', 1).slice(0, -1),
      [
        0.07365209555249034, 0.07367292696738233, 0.07369384091030544, 0.07371483679686685,
        0.07373591404169101, 0.0737570720584259, 0.07377831025974928, 0.07379962805737494,
        0.07382102486205909, 0.07384250008360669,
      ],
      1e-9,
    );
    expectSame(
      column(result, 'How much terms overlap', 1),
      [
        4.713181462905604e42, 3.818072941965556e44, 6.109869546050456e45, 3.327177201066779e46,
        7.488098663916906e46, 7.49044029396882e46, 3.330299489510607e46, 6.119428276260563e45,
        3.826437755433816e44, 4.726460901464882e42,
      ],
      1e-9,
    );
    expectSame(column(result, 'Predictions', 1), [1.19663016558244], 1e-9);
    expectSame([effectOf(result, 'R²')], [0.09755067194424121], 1e-9);
    const leverages = new Map(
      rowsOf(result, 'Rows of most influence').map((row) => [row[0], row[4]]),
    );
    expectSame([leverages.get(1)], [0.8706598458458403], 1e-9);
  });

  it('have the robust errors of exact arithmetic', async () => {
    const result = await fit(tables.far, {
      formula: powers(3),
      errors: 'hc3',
      predict: [{ w: 1005.5 }],
    });
    expectSame(
      column(result, 'Coefficients', 2),
      [477271.2571138552, 1416.036186506545, 1.400407838112186, 0.0004616425486800806],
      1e-9,
    );
    // qt(0.975, 56) = 2.003240718847872
    const [row = []] = rowsOf(result, 'Predictions');
    expectSame(
      [row[1], (Number(row[3]) - Number(row[1])) / 2.003240718847872],
      [1.306720887329085, 0.1423417944226361],
      1e-9,
    );
  });

  it('fit as they do at 0, with the same predictions of parts', async () => {
    const [far, origin] = await Promise.all(
      (['far', 'origin'] as const).map((name) =>
        fit(tables[name], { formula: powers(6), folds: 4, errors: 'hc2', sums_of_squares: 3 }),
      ),
    );
    if (far === undefined || origin === undefined) throw new Error('There are two.');
    for (const title of ['Predicted from the others, in 4 parts (seed 1)'])
      expectSame(
        rowsOf(far, title).flatMap((row) => row.slice(1)),
        rowsOf(origin, title).flatMap((row) => row.slice(1).map(Number)),
        1e-9,
      );
    expectSame(
      [far.statistic?.value, far.p_value],
      [origin.statistic?.value ?? NaN, origin.p_value ?? NaN],
      1e-8,
    );
    // The coefficient of the highest power does not depend on the place of 0.
    expectSame(
      rowsOf(far, 'Coefficients').at(-1)?.slice(1, 7) ?? [],
      rowsOf(origin, 'Coefficients').at(-1)?.slice(1, 7).map(Number) ?? [],
      1e-8,
    );
  });
});

describe('terms that are nearly the same', () => {
  it('have exact coefficients, and are named with their inflation and the condition number', async () => {
    const result = await fit(tables.near, { formula: 'y ~ a + b + c' });
    expectSame(
      column(result, 'Coefficients', 1),
      [5.437407866029837, 1685124.972186702, -1685122.943569786, -0.1495539662884436],
      1e-9,
    );
    expectSame(
      column(result, 'Coefficients', 2),
      [1.694810597331787, 4387776.582093949, 4387776.576036394, 0.2974125848072581],
      1e-9,
    );
    expectSame(
      column(result, 'How much terms overlap', 1),
      [3784928367075384, 3784928366729171, 1.005844828644354],
      1e-9,
    );
    // mp.eigsy of the products of the columns in equal length: sqrt(largest / least) = 316133243.6
    expect(result.assumptions).toContainEqual({
      name: 'terms that can be distinguished',
      verdict: 'doubtful',
      said: 'Generalized VIF: a 3.78e+15, b 3.78e+15. Their coefficients depend on small changes of the data; their sum may still predict well. The columns of the formula are nearly combinations of each other: the condition number of columns of equal length is 316,133,000, so that the last digits of the values decide.',
    });
  });

  it('are not mentioned where terms do not overlap, or overlap by construction', async () => {
    const said = await Promise.all(
      ['y ~ a + c', 'y ~ c + I(c^2)'].map((formula) => fit(tables.near, { formula })),
    );
    expect(
      said.flatMap(({ assumptions }) =>
        assumptions.filter(({ name }) => name === 'terms that can be distinguished'),
      ),
    ).toEqual([]);
  });
});
