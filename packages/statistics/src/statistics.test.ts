import fc from 'fast-check';
import { array as mlStat } from 'ml-stat';
import { describe, expect, it } from 'vitest';
import {
  codesOf,
  correlation,
  countsBetween,
  describeNumbers,
  freedmanDiaconis,
  frequencyTable,
  bandwidthNrd0,
  grainOf,
  meanInterval,
  momentsOf,
  normalQuantile,
  orderStatistic,
  pictureBins,
  pearsonProducts,
  quantile,
  spearmanProducts,
  studentTQuantile,
  studentTTwoSided,
  tabulate,
  topValues,
  tukeyFences,
  wilsonInterval,
  type CentredProducts,
} from './index.ts';

/** Reference figures: R 4.2.2, printed with 17 digits. */
const close = (actual: number | null | undefined, wanted: number, tolerance = 1e-13) => {
  const scale = wanted === 0 ? 1 : Math.abs(wanted);
  expect(
    Math.abs((actual ?? NaN) - wanted) / scale,
    `${actual} against ${wanted}`,
  ).toBeLessThanOrEqual(tolerance);
};
const plain = { origin: 0, perUnit: 1 };
const tableOf = (values: readonly number[]) => tabulate(Float64Array.from(values));

/** The products of the one pair of two columns. */
function only(products: CentredProducts[]): CentredProducts {
  const [first, ...others] = products;
  expect(others).toEqual([]);
  if (first === undefined) throw new Error('There is no pair.');
  return first;
}

const x = [2.1, 3.4, 3.4, 5.9, 8.2, 13.7, 21.9];
const y = [1.2, 2.9, 3.1, 6.6, 7.1, 15.2, 19.8];

describe('description against R', () => {
  it('gives moments, quantiles, spread and means', () => {
    const { figures, reasons } = describeNumbers(tableOf(x), plain, 0.95);
    close(figures.mean, 8.3714285714285719);
    close(figures.variance, 51.052380952380943);
    close(figures.sd, 7.1450948875701394);
    close(figures.standard_error, 2.7005920237813714);
    close(figures.mean_ci?.low, 1.7633179433303585);
    close(figures.mean_ci?.high, 14.9795391995267835);
    close(figures.q1, 3.4);
    close(figures.median, 5.9);
    close(figures.q3, 10.9499999999999993);
    close(figures.mad, 3.7065000000000006);
    close(figures.geometric_mean, 6.2005422034812199);
    close(figures.harmonic_mean, 4.7472969209771634);
    close(figures.trimmed_mean, 8.3714285714285719);
    close(figures.skewness, 1.355980177363449);
    close(figures.kurtosis, 1.2444157267974643);
    expect(reasons).toEqual({});
    close(quantile(tableOf(x), 0.1), 2.88);
    close(quantile(tableOf(x), 0.9), 16.980000000000004);
    close(bandwidthNrd0(7, figures.sd ?? NaN, figures.iqr ?? NaN), 3.4360941466837818);
  });

  it('keeps the digits that an offset of 10^15 would eat, when values are whole numbers of the last digit', () => {
    const offset = 1_000_000_000_000_000;
    const { figures } = describeNumbers(
      tableOf([offset + 1, offset + 2, offset + 4]),
      { origin: 0, perUnit: 10 },
      0.95,
    );
    close(figures.variance, 7 / 3 / 100, 1e-15);
    close(figures.mean, 100_000_000_000_000.23, 1e-16);
  });

  it('says why a figure has no value', () => {
    expect(describeNumbers(tableOf([]), plain, 0.95)).toMatchObject({
      figures: { mean: null },
      reasons: { mean: 'No value is present.', sd: 'No value is present.' },
    });
    expect(describeNumbers(tableOf([4]), plain, 0.95)).toMatchObject({
      figures: { mean: 4, sd: null, skewness: null },
      reasons: { sd: 'Needs at least two values.', skewness: 'Needs at least three values.' },
    });
    expect(describeNumbers(tableOf([4, 4, 4, 4]), plain, 0.95)).toMatchObject({
      figures: { sd: 0, skewness: null },
      reasons: { skewness: 'All values are equal.', kurtosis: 'All values are equal.' },
    });
    expect(describeNumbers(tableOf([-1, 1, 2]), plain, 0.95).reasons).toEqual({
      geometric_mean: 'Defined for positive values only.',
      harmonic_mean: 'Defined for positive values only.',
      kurtosis: 'Needs at least four values.',
    });
  });

  it('agrees with ml-stat on plain arrays', () => {
    close(mlStat.mean(x), describeNumbers(tableOf(x), plain, 0.95).figures.mean ?? NaN);
    close(
      mlStat.variance(x, true),
      describeNumbers(tableOf(x), plain, 0.95).figures.variance ?? NaN,
    );
    close(
      mlStat.standardDeviation(x, true),
      describeNumbers(tableOf(x), plain, 0.95).figures.sd ?? NaN,
    );
  });
});

describe('distributions against R', () => {
  it.each([
    [-2.5, 5, 0.054490099342376204],
    [40, 30, 1.3726045194406362e-27],
    [0.001, 3, 0.99926489496946092],
    [500, 1, 0.0012732378470865105],
    [37, 26_112, 3.9866124114740801e-292],
    [0, 7, 1],
  ])('2 * pt(-abs(%d), %d)', (t, df, p) => close(studentTTwoSided(t, df), p, 2e-12));

  it.each([
    [0.975, 1, 12.706204736174694],
    [0.975, 6, 2.4469118511449688],
    [0.9995, 341, 3.3192857530109046],
    [0.975, 26_113, 1.9600548350483034],
    [0.0001, 2, -70.700071074964271],
    [0.5, 3, 0],
  ])('qt(%d, %d)', (p, df, t) => close(studentTQuantile(p, df), t, 1e-12));

  it.each([
    [0.975, 1.95996398454005361],
    [0.5, 0],
    [1e-10, -6.3613409024040557],
    [0.0001, -3.71901648545567998],
    [0.7, 0.52440051270804067],
  ])('qnorm(%d)', (p, z) => close(normalQuantile(p), z, 1e-14));

  it('gives Wilson and t intervals', () => {
    close(wilsonInterval(7, 20, 0.95).low, 0.18119182410108206);
    close(wilsonInterval(7, 20, 0.95).high, 0.56714572331476365);
    expect(wilsonInterval(0, 10, 0.95).low).toBe(0);
    close(wilsonInterval(0, 10, 0.95).high, 0.27753279986288915);
    expect(meanInterval(5, 0, 10, 0.95)).toEqual({ level: 0.95, low: 5, high: 5 });
  });
});

describe('correlation against R', () => {
  it('gives Pearson with t, p and Fisher interval', () => {
    const [a, b] = [Float64Array.from(x), Float64Array.from(y)];
    const result = correlation(only(pearsonProducts([a, b])), 0.95, 'pearson');
    close(result.estimate, 0.98616516740476579);
    close(result.statistic, 13.302707013003408, 1e-12);
    close(result.p_value, 4.2920246604556493e-5, 1e-11);
    close(result.ci?.low, 0.90576144317082075, 1e-12);
    close(result.ci?.high, 0.99803952603411805, 1e-12);
    expect(result.df).toBe(5);
  });

  it('gives Spearman with average ranks, over complete pairs alone', () => {
    const a = Float64Array.from([1, 2, 2, 3, 5, 8, 8, 8, NaN, 4]);
    const b = Float64Array.from([2, 1, 4, 4, 3, 9, 7, 9, 1, NaN]);
    const result = correlation(
      only(spearmanProducts([a, b].map((column) => codesOf(column, tabulate(column))))),
      0.95,
      'spearman',
    );
    close(result.estimate, 0.83865492360634442);
    close(result.p_value, 0.0092707895507287107, 1e-11);
    expect(result.df).toBe(6);
  });

  it('gives every pair its own complete rows, as correlating two columns at a time does', () => {
    const cell = fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: -6, max: 6 }) },
      { weight: 1, arbitrary: fc.constantFrom(NaN, Infinity) },
    );
    const columns = fc.array(fc.tuple(cell, cell, cell, fc.integer({ min: 0, max: 3 })), {
      minLength: 2,
      maxLength: 30,
    });
    fc.assert(
      fc.property(columns, (rows) => {
        const read = [0, 1, 2, 3].map((column) =>
          Float64Array.from(rows, (row) => row[column] ?? NaN),
        );
        const pairs = read.flatMap((a, i) => read.slice(i + 1).map((b) => ({ a, b })));
        const complete = pairs.map(({ a, b }) =>
          [...a.keys()]
            .filter((row) => Number.isFinite(a[row]) && Number.isFinite(b[row]))
            .map((row) => ({ a: a[row] ?? NaN, b: b[row] ?? NaN })),
        );
        const rank = (values: number[]) =>
          values.map(
            (value) =>
              values.filter((other) => other < value).length +
              (values.filter((other) => other === value).length + 1) / 2,
          );
        const naive = (x: number[], y: number[]) => {
          const [mx, my] = [x, y].map(
            (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
          );
          const sum = (of: (i: number) => number) => x.reduce((total, _, i) => total + of(i), 0);
          const dx = (i: number) => (x[i] ?? NaN) - (mx ?? NaN);
          const dy = (i: number) => (y[i] ?? NaN) - (my ?? NaN);
          return {
            n: x.length,
            sxx: sum((i) => dx(i) ** 2),
            syy: sum((i) => dy(i) ** 2),
            sxy: sum((i) => dx(i) * dy(i)),
          };
        };
        const same = (actual: CentredProducts[], wanted: Omit<CentredProducts, 'units'>[]) => {
          expect(actual.map(({ n }) => n)).toEqual(wanted.map(({ n }) => n));
          for (const [i, product] of actual.entries()) {
            for (const name of ['sxx', 'syy', 'sxy'] as const)
              expect(product[name]).toBeCloseTo(wanted[i]?.[name] ?? NaN, 9);
          }
        };
        same(
          pearsonProducts(read),
          complete.map((list) =>
            naive(
              list.map(({ a }) => a),
              list.map(({ b }) => b),
            ),
          ),
        );
        same(
          spearmanProducts(read.map((column) => codesOf(column, tabulate(column)))),
          complete.map((list) => naive(rank(list.map(({ a }) => a)), rank(list.map(({ b }) => b)))),
        );
      }),
    );
  });

  it('names what is undefined', () => {
    const constant = Float64Array.from([1, 1, 1]);
    const line = Float64Array.from([1, 2, 3]);
    expect(correlation(only(pearsonProducts([constant, line])), 0.95, 'pearson')).toMatchObject({
      estimate: null,
      reason: 'A column is constant over these rows.',
    });
    expect(correlation(only(pearsonProducts([line, line])), 0.95, 'pearson')).toMatchObject({
      estimate: 1,
      p_value: 0,
      statistic: null,
    });
  });
});

describe('frequency tables', () => {
  const values = fc.array(
    fc.oneof(
      fc.integer({ min: -20, max: 20 }),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
    ),
    { minLength: 1, maxLength: 60 },
  );

  it('hold exactly the values, in order', () => {
    const whole = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(fc.oneof(values, whole), (list) => {
        const sorted = Float64Array.from(list.map((value) => value + 0)).sort();
        const table = tableOf(list);
        expect(table.n).toBe(list.length);
        expect(Array.from(sorted, (_, rank) => orderStatistic(table, rank))).toEqual([...sorted]);
      }),
    );
  });

  it('count every value in exactly one bar', () => {
    fc.assert(
      fc.property(values, (list) => {
        const table = tableOf(list);
        const [low = 0] = table.values;
        const high = table.values.at(-1) ?? 0;
        const q1 = quantile(table, 0.25);
        const q3 = quantile(table, 0.75);
        const { edges } = pictureBins({
          min: low,
          max: high,
          q1,
          q3,
          grain: grainOf(table.values),
        });
        const bins = freedmanDiaconis({
          n: table.n,
          min: low,
          max: high,
          iqr: q3 - q1,
          grain: grainOf(table.values),
        });
        expect(edges.length).toBeLessThanOrEqual(25);
        expect(countsBetween(table, edges).reduce((sum, count) => sum + count, 0)).toBe(
          list.length,
        );
        expect(bins.count).toBeLessThanOrEqual(201);
      }),
    );
  });

  it('leave missing and infinite values out, and count ties', () => {
    const table = tableOf([3, NaN, 1, Infinity, 3, -0, 0]);
    expect([...table.values]).toEqual([0, 1, 3]);
    expect([...table.counts]).toEqual([2, 1, 2]);
    expect(topValues(table, 2)).toEqual([
      { value: 0, n: 2 },
      { value: 3, n: 2 },
    ]);
    expect(frequencyTable(table.values, table.counts)).toEqual(table);
    expect(momentsOf(tableOf([1, 2, 3, 4]))).toEqual({
      n: 4,
      mean: 2.5,
      unit: 4,
      m2: 5 / 16,
      m3: 0,
      m4: 10.25 / 256,
    });
    expect(tukeyFences(1, 3)).toEqual({ low: -2, high: 6 });
  });

  it('give each of few whole places a bar of its own', () => {
    expect(freedmanDiaconis({ n: 50, min: 1, max: 5, iqr: 2, grain: 1 })).toEqual({
      rule: 'whole steps',
      low: 0.5,
      width: 1,
      count: 5,
    });
    expect(freedmanDiaconis({ n: 50, min: 0, max: 110, iqr: 60, grain: 10 })).toEqual({
      rule: 'whole steps',
      low: -5,
      width: 10,
      count: 12,
    });
    expect(freedmanDiaconis({ n: 50, min: 1, max: 13, iqr: 6, grain: 1 }).rule).toBe(
      'freedman-diaconis, whole steps',
    );
  });

  it('find the step of a compass in tens of degrees', () => {
    expect(grainOf(Float64Array.from([0, 10, 30, 360]))).toBe(10);
    expect(grainOf(Float64Array.from([3, 5.5]))).toBe(0);
    const bins = freedmanDiaconis({ n: 1000, min: 0, max: 360, iqr: 180, grain: 10 });
    expect(bins).toEqual({ rule: 'freedman-diaconis, whole steps', low: -5, width: 40, count: 10 });
  });
});
