import type { TestResult, TimeSeriesOptions } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { effectOf, expectSame, rowsOf } from '../testing-figures.ts';

/** WWWusage of R: users on a server, each minute. */
const usage = [
  88, 84, 85, 85, 84, 85, 83, 85, 88, 89, 91, 99, 104, 112, 126, 138, 146, 151, 150, 148, 147, 149,
  143, 132, 131, 139, 147, 150, 148, 145, 140, 134, 131, 131, 129, 126, 126, 132, 137, 140, 142,
  150, 159, 167, 170, 171, 172, 172, 174, 175, 172, 172, 174, 174, 169, 165, 156, 142, 131, 121,
  112, 104, 102, 99, 99, 95, 88, 84, 84, 87, 89, 88, 85, 86, 89, 91, 91, 94, 101, 110, 121, 135,
  145, 149, 156, 165, 171, 175, 177, 182, 193, 204, 208, 210, 215, 222, 228, 226, 222, 220,
];
const period = 4;
const steps = 10;

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(
    `users,wave\n${usage.map((value, i) => `${value},${value + ([3, -7, 9, -5][i % period] ?? 0) + ((i * 31) % 7)}`).join('\n')}\n`,
  ));
});
afterAll(async () => tests.close());

type Form = Extract<TimeSeriesOptions, { method: 'ets' }>['form'];
const ask = (form: Form, value: string): Promise<TestResult> =>
  tests.engine.timeSeries(table, {
    method: 'ets',
    value,
    form,
    period,
    horizon: steps,
    log: false,
    aggregate: 'mean',
    gaps: 'keep',
    confidence_level: 0.95,
  });

type Matrix = readonly (readonly number[])[];
const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? NaN), 0);
const times = (m: Matrix, x: readonly number[]): number[] => m.map((row) => dot(row, x));

/**
 * The innovations form of Hyndman and others (2008): y = w′x + ε, x ← F x + g ε. The state is
 * level, slope, and the season of
 * the last cycle, latest first. Errors, their variance and every forecast follow from the published
 * parameters and first
 * states alone: var of step h = σ² (1 + Σ c_j²), c_j = w′ F^(j−1) g.
 */
function expected(
  result: TestResult,
  y: readonly number[],
  { trend, damped, seasonal }: { trend: boolean; damped: boolean; seasonal: boolean },
): number[][] {
  const phi = damped ? effectOf(result, 'φ, damping') : 1;
  const states = new Map(
    rowsOf(result, 'States at the start').map(([name, value]) => [name, Number(value)]),
  );
  const cycle = seasonal ? period : 0;
  const head = trend ? [1, phi] : [1];
  const w = [...head, ...Array.from({ length: cycle }, (_, i) => (i === cycle - 1 ? 1 : 0))];
  const F: Matrix = [
    [...head, ...Array.from({ length: cycle }, () => 0)],
    ...(trend ? [[0, phi, ...Array.from({ length: cycle }, () => 0)]] : []),
    ...Array.from({ length: cycle }, (_, i) =>
      w.map((__, j) => (j === head.length + (i === 0 ? cycle - 1 : i - 1) ? 1 : 0)),
    ),
  ];
  const g = [
    effectOf(result, 'α, level'),
    ...(trend ? [effectOf(result, 'β, trend')] : []),
    ...Array.from({ length: cycle }, (_, i) => (i === 0 ? effectOf(result, 'γ, season') : 0)),
  ];
  let x = [
    states.get('level') ?? NaN,
    ...(trend ? [states.get('slope') ?? NaN] : []),
    ...Array.from({ length: cycle }, (_, i) => states.get(`season ${cycle - i}`) ?? NaN),
  ];
  const errors = y.map((value) => {
    const error = value - dot(w, x);
    x = times(F, x).map((state, i) => state + (g[i] ?? NaN) * error);
    return error;
  });
  // What is estimated beside the variance: smoothing parameters, and first states less one for the
  // sum of the season.
  const estimated =
    g.filter((value) => value !== 0).length + (damped ? 1 : 0) + x.length - (seasonal ? 1 : 0);
  const variance = dot(errors, errors) / (y.length - estimated);
  expectSame([effectOf(result, 'standard deviation of an error')], [Math.sqrt(variance)], 1e-9);
  let [spread, reach] = [1, g];
  return Array.from({ length: steps }, () => {
    const [value, half] = [dot(w, x), 1.959963984540054 * Math.sqrt(variance * spread)];
    spread += dot(w, reach) ** 2;
    [x, reach] = [times(F, x), times(F, reach)];
    return [value, value - half, value + half];
  });
}

const wave = usage.map((value, i) => value + ([3, -7, 9, -5][i % period] ?? 0) + ((i * 31) % 7));

describe('forecasts and their intervals follow from parameters and first states', () => {
  it.each([
    ['ANN', 'users', { trend: false, damped: false, seasonal: false }],
    ['AAN', 'users', { trend: true, damped: false, seasonal: false }],
    ['AAdN', 'users', { trend: true, damped: true, seasonal: false }],
    ['ANA', 'wave', { trend: false, damped: false, seasonal: true }],
    ['AAA', 'wave', { trend: true, damped: false, seasonal: true }],
    ['AAdA', 'wave', { trend: true, damped: true, seasonal: true }],
  ] as const)('of %s', async (form, value, parts) => {
    const result = await ask(form, value);
    const rows = rowsOf(result, 'Forecast');
    const wanted = expected(result, value === 'users' ? usage : wave, parts);
    expect(rows.map(([place]) => place)).toEqual(
      Array.from({ length: steps }, (_, h) => usage.length + h + 1),
    );
    rows.forEach((row, h) => expectSame(row.slice(1), wanted[h] ?? [], 1e-9));
  });

  it('of the form that is chosen: WWWusage ten steps ahead ±73.25', async () => {
    const result = await ask('auto', 'users');
    expect(result.procedure.name).toBe('Exponential smoothing, ETS(A,Ad,N)');
    const rows = rowsOf(result, 'Forecast');
    const wanted = expected(result, usage, { trend: true, damped: true, seasonal: false });
    rows.forEach((row, h) => expectSame(row.slice(1), wanted[h] ?? [], 1e-9));
    expect((Number(rows.at(-1)?.[3]) - Number(rows.at(-1)?.[2])) / 2).toBeCloseTo(73.25, 2);
  });
});
