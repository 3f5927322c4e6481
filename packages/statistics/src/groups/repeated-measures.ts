import { chiSquareSurvival } from '../distributions/chi-square.ts';
import { fSurvival } from '../distributions/fisher-f.ts';
import { choleskyOf, logDeterminant } from '../numerics/cholesky.ts';
import { CompensatedSum } from '../numerics/compensated-sum.ts';

export interface EffectTest {
  readonly effect: 'between' | 'within' | 'interaction';
  readonly ss: number;
  readonly errorSs: number;
  readonly f: number;
  readonly df: readonly [number, number];
  readonly p: number;
  /** p with both degrees of freedom times ε; equal to p where there is nothing to correct. */
  readonly greenhouseGeisser: number;
  readonly huynhFeldt: number;
  readonly partial_eta_squared: number;
  /** Olejnik and Algina (2003): of the whole variance between and within subjects. */
  readonly generalized_eta_squared: number;
}

export interface RepeatedMeasures {
  readonly effects: readonly EffectTest[];
  /** Mauchly's test that all differences of measurements vary alike; null with two measurements. */
  readonly sphericity: { readonly w: number; readonly p: number } | null;
  readonly greenhouseGeisser: number;
  readonly huynhFeldt: number;
}

/**
 * Analysis of variance of measurements of the same subjects, who may belong to groups; sums of
 * squares of type III. `groups` has
 * the group of each subject from 0. R: car::Anova(lm(cbind(...) ~ g), idata, idesign, type = 3),
 * afex::aov_car(). More
 * subjects than groups, measurements whose differences vary.
 */
export function repeatedMeasures(
  measurements: readonly Float64Array[],
  groups: Uint32Array | null,
): RepeatedMeasures {
  const [k, n] = [measurements.length, measurements[0]?.length ?? 0];
  const code = (i: number): number => groups?.[i] ?? 0;
  const g = groups === null ? 1 : Math.max(...groups) + 1;
  const sizes = Array.from({ length: g }, (_, group) =>
    groups === null ? n : groups.filter((one) => one === group).length,
  );
  const width = k - 1;
  const contrasts = helmert(k).map((weights) =>
    Float64Array.from({ length: n }, (_, i) =>
      weights.reduce((sum, weight, j) => sum + weight * (measurements[j]?.[i] ?? NaN), 0),
    ),
  );
  const means = contrasts.map((z) => meansBy(z, code, sizes));
  const errors = contrasts.map((a, i) =>
    contrasts.map((b, j) =>
      products(
        n,
        (row) =>
          ((a[row] ?? 0) - (means[i]?.[code(row)] ?? 0)) *
          ((b[row] ?? 0) - (means[j]?.[code(row)] ?? 0)),
      ),
    ),
  );
  const trace = errors.reduce((sum, line, i) => sum + (line[i] ?? 0), 0);
  const squares = errors.flat().reduce((sum, value) => sum + value * value, 0);
  const freedom = n - g;
  const gg = width === 1 ? 1 : (trace * trace) / (width * squares);
  const hf =
    width === 1
      ? 1
      : Math.min(1, ((freedom + 1) * width * gg - 2) / (width * (freedom - width * gg)));
  // The plain mean of the means of the groups, whatever their sizes: type III.
  const sizing = sizes.reduce((sum, size) => sum + 1 / size, 0) / (g * g);
  const within = means.reduce(
    (sum, one) => sum + (one.reduce((total, value) => total + value, 0) / g) ** 2 / sizing,
    0,
  );
  const interaction = means.reduce((sum, one) => sum + betweenGroups(one, sizes), 0);
  const totals = Float64Array.from(
    { length: n },
    (_, i) => measurements.reduce((sum, values) => sum + (values[i] ?? NaN), 0) / Math.sqrt(k),
  );
  const totalMeans = meansBy(totals, code, sizes);
  const subjects = products(n, (i) => ((totals[i] ?? 0) - (totalMeans[code(i)] ?? 0)) ** 2);
  const between = betweenGroups(totalMeans, sizes);
  const test = (
    effect: EffectTest['effect'],
    ss: number,
    errorSs: number,
    df: readonly [number, number],
    corrected: boolean,
  ): EffectTest => {
    const f = ss / df[0] / (errorSs / df[1]);
    const at = (epsilon: number): number => fSurvival(f, df[0] * epsilon, df[1] * epsilon);
    return {
      effect,
      ss,
      errorSs,
      f,
      df,
      p: at(1),
      greenhouseGeisser: at(corrected ? gg : 1),
      huynhFeldt: at(corrected ? hf : 1),
      partial_eta_squared: ss / (ss + errorSs),
      generalized_eta_squared: ss / (ss + trace + subjects),
    };
  };
  return {
    effects: [
      ...(g > 1 ? [test('between', between, subjects, [g - 1, freedom], false)] : []),
      test('within', within, trace, [width, width * freedom], true),
      ...(g > 1
        ? [test('interaction', interaction, trace, [width * (g - 1), width * freedom], true)]
        : []),
    ],
    sphericity: width === 1 ? null : mauchly(errors, trace, freedom),
    greenhouseGeisser: gg,
    huynhFeldt: hf,
  };
}

/** Contrasts of length one, at right angles to each other and to the mean. */
function helmert(k: number): number[][] {
  return Array.from({ length: k - 1 }, (_, i) => {
    const length = Math.sqrt((i + 1) * (i + 2));
    return Array.from({ length: k }, (__, j) =>
      j <= i ? 1 / length : j === i + 1 ? -(i + 1) / length : 0,
    );
  });
}

function products(n: number, at: (row: number) => number): number {
  const sum = new CompensatedSum();
  for (let row = 0; row < n; row++) sum.add(at(row));
  return sum.total;
}

const meansBy = (
  values: Float64Array,
  code: (row: number) => number,
  sizes: readonly number[],
): number[] =>
  sizes.map(
    (size, group) =>
      products(values.length, (row) => (code(row) === group ? (values[row] ?? NaN) : 0)) / size,
  );

function betweenGroups(means: readonly number[], sizes: readonly number[]): number {
  const n = sizes.reduce((sum, size) => sum + size, 0);
  const mean = means.reduce((sum, value, i) => sum + value * (sizes[i] ?? 0), 0) / n;
  return means.reduce((sum, value, i) => sum + (sizes[i] ?? 0) * (value - mean) ** 2, 0);
}

/**
 * Mauchly (1940), p with the second term of its expansion: Anderson (1958), 10.7. R's
 * mauchly.test() has the number of measurements in one place of that term where theirs less one
 * is, which changes the fourth digit of p.
 */
function mauchly(
  errors: readonly (readonly number[])[],
  trace: number,
  freedom: number,
): { w: number; p: number } | null {
  const width = errors.length;
  const root = choleskyOf(errors);
  if (root === null || freedom < width) return null;
  const logW = logDeterminant(root) - width * Math.log(trace / width);
  const rho = 1 - (2 * width * width + width + 2) / (6 * width * freedom);
  const second =
    ((width + 2) *
      (width - 1) *
      (width - 2) *
      (2 * width ** 3 + 6 * width * width + 3 * width + 2)) /
    (288 * (freedom * width * rho) ** 2);
  const z = -freedom * rho * logW;
  const df = (width * (width + 1)) / 2 - 1;
  const [first, further] = [chiSquareSurvival(z, df), chiSquareSurvival(z, df + 4)];
  return { w: Math.exp(logW), p: Math.min(1, Math.max(0, first + second * (further - first))) };
}
