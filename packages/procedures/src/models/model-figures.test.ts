import type { RegressionOptions, TestResult } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { effectOf, expectSame as expectFigures, rowsOf } from '../testing-figures.ts';
import { modelRows } from './testing-rows.ts';

/**
 * Figures of R 4.2.2 without packages. Robust errors by the formulas of MacKinnon and White: B <-
 * solve(crossprod(X));
 * V <- B %*% crossprod(X * sqrt(o)) %*% B, o = e^2 (HC0), * n / (n - k) (HC1), / (1 - h) (HC2), /
 * (1 - h)^2 (HC3). Terms as
 * car::Anova(white.adjust): for a term with the terms that contain it, L <- ConjComp of both with
 * respect to V,
 * F <- t(L b) solve(L V t(L)) (L b) / q; with all errors alike it gives anova() and drop1(). Type
 * III under contr.sum.
 */
const cars =
  '21,2.62,110,6;21,2.875,110,6;22.8,2.32,93,4;21.4,3.215,110,6;18.7,3.44,175,8;18.1,3.46,105,6;14.3,3.57,245,8;24.4,3.19,62,4;22.8,3.15,95,4;19.2,3.44,123,6;17.8,3.44,123,6;16.4,4.07,180,8;17.3,3.73,180,8;15.2,3.78,180,8;10.4,5.25,205,8;10.4,5.424,215,8;14.7,5.345,230,8;32.4,2.2,66,4;30.4,1.615,52,4;33.9,1.835,65,4;21.5,2.465,97,4;15.5,3.52,150,8;15.2,3.435,150,8;13.3,3.84,245,8;19.2,3.845,175,8;27.3,1.935,66,4;26,2.14,91,4;30.4,1.513,113,4;15.8,3.17,264,8;19.7,2.77,175,6;15,3.57,335,8;21.4,2.78,109,4';
const warpbreaks =
  '26,A,L;30,A,L;54,A,L;25,A,L;70,A,L;52,A,L;51,A,L;26,A,L;67,A,L;18,A,M;21,A,M;29,A,M;17,A,M;12,A,M;18,A,M;35,A,M;30,A,M;36,A,M;36,A,H;21,A,H;24,A,H;18,A,H;10,A,H;43,A,H;28,A,H;15,A,H;26,A,H;27,B,L;14,B,L;29,B,L;19,B,L;29,B,L;31,B,L;41,B,L;20,B,L;44,B,L;42,B,M;26,B,M;19,B,M;16,B,M;39,B,M;28,B,M;21,B,M;39,B,M;29,B,M;20,B,H;21,B,H;24,B,H;17,B,H;13,B,H;15,B,H;15,B,H;16,B,H;28,B,H';
const airquality =
  '41,190,7.4,67,5;36,118,8,72,5;12,149,12.6,74,5;18,313,11.5,62,5;,,14.3,56,5;28,,14.9,66,5;23,299,8.6,65,5;19,99,13.8,59,5;8,19,20.1,61,5;,194,8.6,69,5;7,,6.9,74,5;16,256,9.7,69,5;11,290,9.2,66,5;14,274,10.9,68,5;18,65,13.2,58,5;14,334,11.5,64,5;34,307,12,66,5;6,78,18.4,57,5;30,322,11.5,68,5;11,44,9.7,62,5;1,8,9.7,59,5;11,320,16.6,73,5;4,25,9.7,61,5;32,92,12,61,5;,66,16.6,57,5;,266,14.9,58,5;,,8,57,5;23,13,12,67,5;45,252,14.9,81,5;115,223,5.7,79,5;37,279,7.4,76,5;,286,8.6,78,6;,287,9.7,74,6;,242,16.1,67,6;,186,9.2,84,6;,220,8.6,85,6;,264,14.3,79,6;29,127,9.7,82,6;,273,6.9,87,6;71,291,13.8,90,6;39,323,11.5,87,6;,259,10.9,93,6;,250,9.2,92,6;23,148,8,82,6;,332,13.8,80,6;,322,11.5,79,6;21,191,14.9,77,6;37,284,20.7,72,6;20,37,9.2,65,6;12,120,11.5,73,6;13,137,10.3,76,6;,150,6.3,77,6;,59,1.7,76,6;,91,4.6,76,6;,250,6.3,76,6;,135,8,75,6;,127,8,78,6;,47,10.3,73,6;,98,11.5,80,6;,31,14.9,77,6;,138,8,83,6;135,269,4.1,84,7;49,248,9.2,85,7;32,236,9.2,81,7;,101,10.9,84,7;64,175,4.6,83,7;40,314,10.9,83,7;77,276,5.1,88,7;97,267,6.3,92,7;97,272,5.7,92,7;85,175,7.4,89,7;,139,8.6,82,7;10,264,14.3,73,7;27,175,14.9,81,7;,291,14.9,91,7;7,48,14.3,80,7;48,260,6.9,81,7;35,274,10.3,82,7;61,285,6.3,84,7;79,187,5.1,87,7;63,220,11.5,85,7;16,7,6.9,74,7;,258,9.7,81,7;,295,11.5,82,7;80,294,8.6,86,7;108,223,8,85,7;20,81,8.6,82,7;52,82,12,86,7;82,213,7.4,88,7;50,275,7.4,86,7;64,253,7.4,83,7;59,254,9.2,81,7;39,83,6.9,81,8;9,24,13.8,81,8;16,77,7.4,82,8;78,,6.9,86,8;35,,7.4,85,8;66,,4.6,87,8;122,255,4,89,8;89,229,10.3,90,8;110,207,8,90,8;,222,8.6,92,8;,137,11.5,86,8;44,192,11.5,86,8;28,273,11.5,82,8;65,157,9.7,80,8;,64,11.5,79,8;22,71,10.3,77,8;59,51,6.3,79,8;23,115,7.4,76,8;31,244,10.9,78,8;44,190,10.3,78,8;21,259,15.5,77,8;9,36,14.3,72,8;,255,12.6,75,8;45,212,9.7,79,8;168,238,3.4,81,8;73,215,8,86,8;,153,5.7,88,8;76,203,9.7,97,8;118,225,2.3,94,8;84,237,6.3,96,8;85,188,6.3,94,8;96,167,6.9,91,9;78,197,5.1,92,9;73,183,2.8,93,9;91,189,4.6,93,9;47,95,7.4,87,9;32,92,15.5,84,9;20,252,10.9,80,9;23,220,10.3,78,9;21,230,10.9,75,9;24,259,9.7,73,9;44,236,14.9,81,9;21,259,15.5,76,9;28,238,6.3,77,9;9,24,10.9,71,9;13,112,11.5,71,9;46,237,6.9,78,9;18,224,13.8,67,9;13,27,10.3,76,9;24,238,10.3,68,9;16,201,8,82,9;13,238,12.6,64,9;23,14,9.2,71,9;36,139,10.3,81,9;7,49,10.3,69,9;14,20,16.6,63,9;30,193,6.9,70,9;,145,13.2,77,9;14,191,14.3,75,9;18,131,8,76,9;20,223,11.5,68,9';
const sprays =
  '10,A;7,A;20,A;14,A;14,A;12,A;10,A;23,A;17,A;20,A;14,A;13,A;11,B;17,B;21,B;11,B;16,B;14,B;17,B;17,B;19,B;21,B;7,B;13,B;0,C;1,C;7,C;2,C;3,C;1,C;2,C;1,C;3,C;0,C;1,C;4,C;3,D;5,D;12,D;6,D;4,D;3,D;5,D;5,D;5,D;5,D;2,D;4,D;3,E;5,E;3,E;5,E;3,E;6,E;1,E;1,E;3,E;2,E;6,E;4,E;11,F;9,F;15,F;22,F;15,F;16,F;13,F;10,F;26,F;26,F;24,F;13,F';
const gears =
  '1,6,2.62;1,6,2.875;1,4,2.32;0,6,3.215;0,8,3.44;0,6,3.46;0,8,3.57;0,4,3.19;0,4,3.15;0,6,3.44;0,6,3.44;0,8,4.07;0,8,3.73;0,8,3.78;0,8,5.25;0,8,5.424;0,8,5.345;1,4,2.2;1,4,1.615;1,4,1.835;0,4,2.465;0,8,3.52;0,8,3.435;0,8,3.84;0,8,3.845;1,4,1.935;1,4,2.14;1,4,1.513;1,8,3.17;1,6,2.77;1,8,3.57;1,4,2.78';

let tests: TestEngine;
let tables: Record<
  | 'own'
  | 'cars'
  | 'warpbreaks'
  | 'air'
  | 'alone'
  | 'uneven'
  | 'pair'
  | 'constant'
  | 'sprays'
  | 'gears',
  TableRef
>;
beforeAll(async () => {
  tests = await openTestEngine();
  const admit = async (header: string, rows: string): Promise<TableRef> =>
    (await tests.admit(`${header}\n${rows.replaceAll(';', '\n')}\n`)).table;
  tables = {
    own: (await tests.admit(modelRows)).table,
    cars: await admit('mpg,wt,hp,cyl', cars),
    warpbreaks: await admit('breaks,wool,tension', warpbreaks),
    air: await admit('Ozone,Solar,Wind,Temp,Month', airquality),
    alone: await admit(
      'g,y,kept',
      'z,99,out;a,1,in;a,2.5,in;a,3,in;b,4,in;b,5.5,in;b,7,in;b,6,in;c,9,in',
    ),
    uneven: await admit('g,y', 'a,1;a,2;a,1.5;a,1.2;a,1.7;b,90;b,-90;b,80;b,-80;b,85;c,9'),
    pair: await admit('y,g,x', '1,a,1;2,a,2;1.5,a,4;4,b,1;5.5,b,3;6,b,3;9,c,2;3,d,5'),
    constant: await admit('y,g', '1,a;2,a;1.5,a;4,b;4,b;4,b;9,c;9,c;3,d;5,d;4.5,d'),
    sprays: await admit('count,spray', sprays),
    gears: await admit('am,cyl,wt', gears),
  };
});
afterAll(async () => tests.close());

const level = { confidence_level: 0.95, seed: 1 } as const;
const linear = { method: 'linear', errors: 'classical', sums_of_squares: 2, ...level } as const;
const whole = { ...linear, formula: 'y ~ x * g + I(x^2)' } as const;
const fit = (of: keyof typeof tables, input: RegressionOptions): Promise<TestResult> =>
  tests.engine.fitRegression(tables[of], input);
const expectSame = (
  found: readonly (string | number | null | undefined)[],
  wanted: readonly number[],
  within = 1e-9,
): void => expectFigures(found, wanted, within);

describe('tests of terms have the errors that were asked for', () => {
  it.each([
    [
      'hc0',
      113.59627313605,
      {
        1: [
          [1, 627.87553699759, 4.6957216783395e-31],
          [2, 25.668210673098, 1.6023530891068e-8],
          [1, 1.7018706775143, 0.19768009313763],
          [2, 0.33190489749057, 0.71903619311076],
        ],
        2: [
          [1, 58.538156624378, 4.0499354440788e-10],
          [2, 24.231003097172, 3.3594582147501e-8],
          [1, 1.3136135497121, 0.25688994380383],
          [2, 0.33190489749057, 0.71903619311076],
        ],
        3: [
          [1, 54.289275757695, 1.1530233190157e-9],
          [2, 6.5873472732548, 0.0027859543320134],
          [1, 1.3136135497121, 0.25688994380383],
          [2, 0.33190489749057, 0.71903619311076],
        ],
      },
    ],
    [
      'hc1',
      100.34337460351,
      {
        1: [
          [1, 554.62339101453, 9.6342320442943e-30],
          [2, 22.67358609457, 7.6757496872827e-8],
          [1, 1.5033190984709, 0.22558128541734],
          [2, 0.29318265945001, 0.74708769063163],
        ],
        2: [
          [1, 51.708705018198, 2.2231569426486e-9],
          [2, 21.404052735835, 1.5351501349777e-7],
          [1, 1.160358635579, 0.28626991423878],
          [2, 0.29318265945001, 0.74708769063163],
        ],
        3: [
          [1, 47.955526919298, 5.9555399446821e-9],
          [2, 5.8188234247084, 0.0051933046746683],
          [1, 1.160358635579, 0.28626991423878],
          [2, 0.29318265945001, 0.74708769063163],
        ],
      },
    ],
    [
      'hc2',
      95.706512534784,
      {
        1: [
          [1, 526.6603766953, 3.3650672496825e-29],
          [2, 22.795887590188, 7.1867470128203e-8],
          [1, 1.4335346575563, 0.23651618848005],
          [2, 0.27669433773322, 0.75937481880156],
        ],
        2: [
          [1, 49.510558004599, 3.9413206833019e-9],
          [2, 21.602538046574, 1.3758271564732e-7],
          [1, 1.115108743631, 0.29576398990083],
          [2, 0.27669433773322, 0.75937481880156],
        ],
        3: [
          [1, 46.20010131258, 9.5671731914705e-9],
          [2, 5.7265728020613, 0.0056019783288123],
          [1, 1.115108743631, 0.29576398990084],
          [2, 0.27669433773322, 0.75937481880156],
        ],
      },
    ],
    [
      'hc3',
      80.289478911337,
      {
        1: [
          [1, 439.69628334416, 2.5204584579238e-27],
          [2, 20.191141721424, 3.029016061082e-7],
          [1, 1.1991695416513, 0.27843926870798],
          [2, 0.22956856968296, 0.79566271866291],
        ],
        2: [
          [1, 41.57437613012, 3.4832246163716e-8],
          [2, 19.209169060394, 5.3201945008099e-7],
          [1, 0.94012031989773, 0.33665105848028],
          [2, 0.22956856968296, 0.79566271866291],
        ],
        3: [
          [1, 39.034411512761, 7.2859252944607e-8],
          [2, 4.961320829122, 0.010590743373178],
          [1, 0.94012031989773, 0.33665105848028],
          [2, 0.22956856968296, 0.79566271866291],
        ],
      },
    ],
  ] as const)('with %s', async (errors, f, wanted) => {
    for (const type of [1, 2, 3] as const) {
      const result = await fit('own', { ...whole, errors, sums_of_squares: type });
      const said = errors.toUpperCase();
      const table = result.tables.find(({ title }) => title === 'Terms');
      expect(table?.columns).toEqual(['term', 'df', `F (Wald, ${said})`, `p (${said})`]);
      expect(table?.rows.map(([name]) => name)).toEqual(['x', 'g', 'I(x^2)', 'x:g', 'residuals']);
      table?.rows
        .slice(0, -1)
        .forEach((row, i) => expectSame(row.slice(1), wanted[type][i] ?? [], 1e-8));
      expect(table?.rows.at(-1)).toEqual(['residuals', 53, null, null]);
      expectSame([result.statistic?.value, ...result.df], [f, 6, 53]);
      expect(result.procedure.variant).toBe(
        `ordinary least squares; ${said} standard errors; Wald tests of type ${'I'.repeat(type)} with ${said} errors`,
      );
      expect(result.sentence).toBe(
        `The formula y ~ x + g + I(x^2) + x:g explains 91% of the variance of y: Wald test with ${said} errors (p < .001). Found to explain: x (p < .001); g (p ${type === 3 ? { hc0: '= .003', hc1: '= .005', hc2: '= .006', hc3: '= .011' }[errors] : '< .001'}).`,
      );
    }
  });

  it('with weights', async () => {
    const result = await fit('own', {
      ...linear,
      formula: 'y ~ x + g',
      weights: 'w',
      errors: 'hc3',
    });
    expectSame(
      rowsOf(result, 'Terms')
        .slice(0, -1)
        .flatMap((row) => row.slice(1)),
      [1, 327.95266276343, 4.4500052739094e-25, 2, 18.914831848618, 5.2934678963651e-7],
      1e-8,
    );
    expectSame([result.statistic?.value], [127.94458273561]);
  });
});

it('standardized coefficients have the weights of the model', async () => {
  // s <- function(v) (v - weighted.mean(v, w)) / sqrt(sum(w * (v - weighted.mean(v, w))^2) /
  // sum(w)); coef(lm(s(y) ~ s(x) + s(g == "b") + s(g == "c"), weights = w))
  const result = await fit('own', { ...linear, formula: 'y ~ x + g', weights: 'w' });
  const rows = rowsOf(result, 'Coefficients');
  expect(rows[0]?.[7]).toBeNull();
  expectSame(
    rows.slice(1).map((row) => row[7]),
    [0.9194881910334, 0.21977024635646, -0.12796688289342],
  );
});

it.each(['classical', 'hc0', 'hc1', 'hc2', 'hc3'] as const)(
  'the overlap of terms is a matter of the design: the same with %s errors',
  async (errors) => {
    // v <- cov2cor(vcov(lm(mpg ~ wt + hp + factor(cyl), mtcars))[-1, -1]); det(v[s, s]) * det(v[-s,
    // -s]) / det(v), as car::vif
    const rows = rowsOf(
      await fit('cars', { ...linear, formula: 'mpg ~ wt + hp + factor(cyl)', errors }),
      'How much terms overlap',
    );
    const gvif = [2.5808765173164, 3.4960142661076, 5.1058113696627];
    expect(rows.map(([name, , df]) => [name, df])).toEqual([
      ['wt', 1],
      ['hp', 1],
      ['factor(cyl)', 2],
    ]);
    expectSame(
      rows.flatMap((row) => [row[1], row[3]]),
      gvif.flatMap((value, i) => [value, value ** (i === 2 ? 0.25 : 0.5)]),
    );
  },
);

/** The standard errors of the coefficients; null where none is known. */
function expectKnown(result: TestResult, wanted: readonly (number | null)[]): void {
  expect(rowsOf(result, 'Coefficients').map((row) => row[2])).toEqual(
    wanted.map((error) => (error === null ? null : expect.closeTo(error, 10))),
  );
}

describe('a row that decides a coefficient alone', () => {
  // g has one 'c'; row 1 of the file is left out by the view. R: hatvalues, cooks.distance (NaN of
  // that row).
  const input = { ...linear, formula: 'y ~ g', view: { filter: "kept = 'in'" } } as const;

  it.each(['hc2', 'hc3'] as const)(
    'has no %s errors: they are refused, and the row is named as in the file',
    async (errors) => {
      await expect(fit('alone', { ...input, errors })).rejects.toMatchObject({
        code: 'invalid_input',
        message: `${errors.toUpperCase()} errors are not defined: row 9 has a leverage of 1, so the model fits it exactly whatever the response.`,
        details: {
          fix: "Join the group that a row is alone in with another, leave such rows out with a view, or use errors 'classical' where variances are equal.",
          errors: [{ field: 'errors' }],
        },
      });
    },
  );

  it.each([
    ['classical', null],
    ['hc0', null],
    ['hc1', [0.62063289083417, 0.92408613515472, null]],
  ] as const)('is said with %s errors', async (errors, wanted) => {
    const result = await fit('alone', { ...input, errors });
    expect(result.assumptions.find(({ name }) => name === 'no row decides alone')).toEqual({
      name: 'no row decides alone',
      verdict: 'doubtful',
      said: 'A coefficient follows from one row alone: row 9 has a leverage of 1.',
    });
    const rows = rowsOf(result, 'Rows of most influence');
    expect(rows.map(([row]) => row)).toEqual([9, 5, 2, 7, 4, 3, 8, 6]);
    expect(rows[0]?.[5]).toBeNull();
    expectSame(
      rows.slice(1).map((row) => row[5]),
      [
        0.2853765619723067, 0.2482269503546099, 0.204322863897332, 0.1266464032421475,
        0.0202634245187438, 0.0151975683890577, 0.0016886187098953,
      ],
    );
    expectSame(
      rows.map((row) => row[4]),
      [1, 1 / 4, 1 / 3, 1 / 4, 1 / 3, 1 / 3, 1 / 4, 1 / 4],
    );
    if (wanted !== null) expectKnown(result, wanted);
  });

  // Of the row alone nothing is known but its response: whatever its error, its residual is 0. The
  // sandwich takes its variance to be 0, so that groups of one row would always differ.
  it.each(['hc0', 'hc1'] as const)('leaves what rests on it without a test: %s', async (errors) => {
    const result = await fit('alone', { ...input, errors, predict: [{ g: 'b' }, { g: 'c' }] });
    expect([result.statistic, result.p_value]).toEqual([null, null]);
    expect(rowsOf(result, 'Coefficients')[2]).toEqual([
      'g[c]',
      expect.closeTo(6.833333333333333, 12),
      null,
      null,
      null,
      null,
      null,
      expect.any(Number),
    ]);
    expect(rowsOf(result, 'Terms')[0]).toEqual(['g', 2, null, null]);
    expect(rowsOf(result, 'Predictions').map((row) => row.map((one) => one !== null))).toEqual([
      [true, true, true, true, true, true],
      [true, true, false, false, false, false],
    ]);
    expect(
      result.assumptions.find(({ name }) => name === 'errors that allow every test')?.said,
    ).toBe(
      `The model fits row 9 exactly, from which ${errors.toUpperCase()} errors learn nothing. The covariance of the coefficients is not known, so the Wald F of the whole model, g is not defined. Nothing is known of the error of g[c], so it has no standard error, t, p or interval. Join the group that a row is alone in with another, leave such rows out with a view, or use errors 'classical' where variances are equal.`,
    );
  });

  it('is never a reason for robust errors', async () => {
    const result = await fit('uneven', { ...linear, formula: 'y ~ g' });
    expect(result.recommendation).toBeNull();
    expect(result.assumptions[0]?.said).toMatch(
      /^Variances differ: .* Errors that do without equal variances need row 11 joined with another group, or left out with a view\.$/,
    );
  });
});

describe('groups that the model fits exactly leave a singular covariance', () => {
  // R: e <- resid(m); e of the exact rows is 0; V <- B %*% crossprod(X * e * sqrt(o)) %*% B; F of
  // g: b[2:4] %*% solve(V[2:4, 2:4]) %*% b[2:4] / 3
  const note = (result: TestResult): string | undefined =>
    result.assumptions.find(({ name }) => name === 'errors that allow every test')?.said;

  it.each([
    [
      'hc0',
      [0.42909698415085, 0.417927385634514, null, null, 0.197641003832044],
      [3.821539806567953, 0.145578598095759],
    ],
    [
      'hc1',
      [0.700712440891136, 0.682472562893288, null, null, 0.322746407759975],
      [1.43307742746298, 0.317232810504647],
    ],
  ] as const)(
    'two groups of one row with %s: what rests on them has no test, all else is given',
    async (errors, wanted, terms) => {
      const result = await fit('pair', { ...linear, errors, formula: 'y ~ g + x' });
      expectSame(
        rowsOf(result, 'Coefficients').map((row) => row[1]),
        [0.598484848484847, 3.66666666666667, 7.62878787878788, 0.46969696969697, 0.38636363636363],
      );
      expectKnown(result, wanted);
      expect(rowsOf(result, 'Terms')[0]).toEqual(['g', 3, null, null]);
      expectSame(rowsOf(result, 'Terms')[1]?.slice(2) ?? [], terms);
      expect([result.statistic, result.df, result.p_value]).toEqual([null, [], null]);
      expect(result.sentence).toBe(
        `The formula y ~ g + x explains 96.9% of the variance of y in these rows; a Wald test of the whole model with ${errors.toUpperCase()} errors is not defined.`,
      );
      expect(note(result)).toBe(
        `The model fits rows 7, 8 exactly, from which ${errors.toUpperCase()} errors learn nothing. The covariance of the coefficients is not known, so the Wald F of the whole model, g is not defined. Nothing is known of the error of g[c], g[d], so they have no standard error, t, p or interval. Join the group that a row is alone in with another, leave such rows out with a view, or use errors 'classical' where variances are equal.`,
      );
    },
  );

  it.each([
    ['hc0', [0.235702260395516, 0.544331053951817, null, null]],
    ['hc1', [1 / 3, 0.769800358919501, null, null]],
  ] as const)('a term that is the whole model has none either, with %s', async (errors, wanted) => {
    const result = await fit('pair', {
      ...linear,
      errors,
      formula: 'y ~ g',
      means: ['g'],
      predict: [{ g: 'c' }],
    });
    expectKnown(result, wanted);
    expect(rowsOf(result, 'Terms')[0]).toEqual(['g', 3, null, null]);
    expect(note(result)).toContain('so the Wald F of the whole model, g is not defined');
    // The means of c and d are those of one row each: no error is known of them, nor of their
    // difference.
    expect(
      rowsOf(result, 'Estimated marginal means of g')
        .map((row) => row.slice(3))
        .slice(2),
    ).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(rowsOf(result, 'Predictions')[0]?.slice(0, 4)).toEqual([
      'c',
      expect.closeTo(9, 12),
      null,
      null,
    ]);
    expect(rowsOf(result, 'Differences of g').at(-1)).toEqual([
      'd',
      'c',
      expect.closeTo(-6, 12),
      null,
      null,
      null,
    ]);
  });

  it('constant groups with hc3, which divide by no 0', async () => {
    const result = await fit('constant', { ...linear, errors: 'hc3', formula: 'y ~ g' });
    expectSame(
      rowsOf(result, 'Coefficients').map((row) => row[2]),
      [0.353553390593274, 0.353553390593274, 0.353553390593274, 0.816496580927726],
    );
    expect([result.statistic, result.p_value, rowsOf(result, 'Terms')[0]]).toEqual([
      null,
      null,
      ['g', 3, null, null],
    ]);
    // Row 3 is the mean of its group.
    expect(note(result)).toContain(
      'The model fits rows 3, 4, 5, 6, 7 and 1 more exactly, from which HC3 errors learn nothing.',
    );
  });

  it('an error of 0 has no t, p or interval', async () => {
    const result = await fit('constant', {
      ...linear,
      errors: 'hc1',
      formula: 'y ~ g',
      view: { filter: "g != 'a' and g != 'c'" },
    });
    expect(rowsOf(result, 'Coefficients')[0]?.slice(0, 7)).toEqual([
      '(Intercept)',
      4,
      0,
      null,
      null,
      null,
      null,
    ]);
    expect(note(result)).toContain(
      'The error of (Intercept) comes out as 0, so it has no t, p or interval.',
    );
    expect(result.statistic?.name).toBe('F');
  });
});

it('rows of influence are numbered as in the file, whatever the view', async () => {
  // s <- subset(airquality, Month >= 7); f <- lm(Ozone ~ Wind + Temp, s); cooks.distance(f),
  // hatvalues(f), resid(f)
  const rows = rowsOf(
    await fit('air', { ...linear, formula: 'Ozone ~ Wind + Temp', view: { filter: 'Month >= 7' } }),
    'Rows of most influence',
  );
  expect(rows.map(([row]) => row)).toEqual([117, 148, 62, 126, 99, 101, 82, 86, 100, 140]);
  expectSame(
    rows.map((row) => row[5]),
    [
      0.51370836881916, 0.12809832787783, 0.12395219993751, 0.042127851578088, 0.038945660392649,
      0.030665935236328, 0.026406993053167, 0.023834678680596, 0.022688735318557, 0.021364234825462,
    ],
  );
  expectSame(
    rows.map((row) => row[4]),
    [
      0.067207516714929, 0.10199789008132, 0.044952837775892, 0.061709877836637, 0.042303145264669,
      0.030186880794073, 0.050419653436884, 0.015263978722931, 0.046286034315954, 0.060398611460266,
    ],
  );
  expectSame(
    rows.map((row) => row[3]),
    [
      96.017003354481, 37.468577667798, 59.045539544651, -28.864109985112, 34.212513510519,
      36.393242881073, -25.586152192759, 45.814643676962, 24.860623360669, 20.805950360274,
    ],
  );
});

describe('a transformed response is named as the formula has it', () => {
  it('in the sentence, the tables, the pictures and the code', async () => {
    const result = await fit('air', {
      ...linear,
      formula: 'log(Ozone) ~ Wind + Temp',
      predict: [{ Wind: 10, Temp: 80 }],
      folds: 2,
    });
    expectSame(
      rowsOf(result, 'Coefficients').map((row) => row[1]),
      [-0.53193236230837, -0.052533813940235, 0.057384101502224],
    );
    expect(result.sentence).toContain(
      'log(Ozone) ~ Wind + Temp explains 58.2% of the variance of log(Ozone) (p < .001)',
    );
    expect(result.hypotheses?.null).toBe(
      'The coefficients of log(Ozone) ~ Wind + Temp beside the intercept are all 0.',
    );
    expect(result.tables.find(({ title }) => title === 'Predictions')?.columns).toEqual([
      'Wind',
      'Temp',
      'log(Ozone)',
      'mean low',
      'mean high',
      'single low',
      'single high',
    ]);
    expectSame(
      rowsOf(result, 'Predictions')[0]?.slice(2) ?? [],
      [3.5334576184672, 3.4254182772801, 3.6414969596544, 2.4100678245577, 4.6568474123767],
    );
    expect(result.tables.find(({ title }) => title === 'Rows of most influence')?.columns[1]).toBe(
      'log(Ozone)',
    );
    expect(
      result.tables
        .find(({ title }) => title.startsWith('Predicted from the others'))
        ?.columns.slice(2, 5),
    ).toEqual([
      'mean squared error of log(Ozone)',
      'root mean squared error of log(Ozone)',
      'mean absolute error of log(Ozone)',
    ]);
    expect(result.code.r).toContain('m$y <- log(as.numeric(d[["Ozone"]]))  # "log(Ozone)"');
    const line = await fit('air', { ...linear, formula: 'log(Ozone) ~ Temp' });
    expect(line.picture).toMatchObject({ kind: 'fit', x_name: 'Temp', y_name: 'log(Ozone)' });
    const means = await fit('air', {
      ...linear,
      formula: 'log(Ozone) ~ factor(Month)',
      means: ['factor(Month)'],
    });
    expect(
      means.tables.find(({ title }) => title === 'Estimated marginal means of factor(Month)')
        ?.columns[1],
    ).toBe('mean of log(Ozone)');
    expect(
      means.pictures?.find(({ title }) => title.startsWith('Estimated marginal means'))?.picture,
    ).toMatchObject({ y_name: 'log(Ozone)' });
  });

  it('a power of what is explained is what is explained', async () => {
    const result = await fit('air', { ...linear, formula: 'I(Ozone^2) ~ Wind + Temp' });
    expectSame(
      [...rowsOf(result, 'Coefficients').map((row) => row[1]), effectOf(result, 'R²')],
      [-5628.2386625598, -446.61294479337, 165.48543049934, 0.40192219779349],
    );
    expect(result.sentence).toContain('of the variance of I(Ozone^2)');
    expect(result.code.r).toContain('m$y <- as.numeric(d[["Ozone"]])^2  # "I(Ozone^2)"');
  });
});

describe('McFadden’s R² is of likelihoods', () => {
  // 1 - logLik(fit) / logLik(update(fit, . ~ 1)), and 1 - fit$deviance / fit$null.deviance
  it.each([
    ['warpbreaks', 'poisson', 'breaks ~ wool * tension', 0.20115346288145, 0.38694631156177],
    ['warpbreaks', 'poisson', 'breaks ~ wool + tension', 0.15205385505218, 0.29249647273466],
    ['own', 'poisson', 'n ~ x + g', 0.027529987952176, 0.14386200112805],
    ['own', 'logistic', 'e ~ x + h', 0.18696738293926, 0.18696738293926],
    ['sprays', 'poisson', 'count ~ spray', 0.460109181334558, null],
    [
      'sprays',
      'poisson',
      'count ~ spray - 1',
      0.460109181334558,
      1 - 98.3286630208019 / 2264.808373216883,
    ],
    ['gears', 'logistic', 'am ~ factor(cyl) - 1', 0.215009545323136, null],
    ['gears', 'logistic', 'am ~ wt - 1', 0.0812673655929511, null],
  ] as const)('of %s, %s %s', async (of, method, formula, mcfadden, deviance) => {
    const result = await fit(of, { method, formula, ...level });
    expectSame([effectOf(result, 'McFadden R²')], [mcfadden]);
    if (deviance !== null)
      expectSame([effectOf(result, 'share of the deviance explained')], [deviance]);
    expect(result.apa).toContain(`McFadden R² = ${mcfadden.toFixed(2).replace(/^0/, '')}`);
  });

  it.each([
    ['warpbreaks', 'poisson', 'breaks ~ 1'],
    ['sprays', 'poisson', 'count ~ 1'],
    ['gears', 'logistic', 'am ~ 1'],
  ] as const)('of the mean alone it is 0: %s, %s %s', async (of, method, formula) => {
    const result = await fit(of, { method, formula, ...level });
    expect([
      effectOf(result, 'McFadden R²'),
      effectOf(result, 'share of the deviance explained'),
    ]).toEqual([0, 0]);
  });
});
