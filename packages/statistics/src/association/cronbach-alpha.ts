import type { Interval } from '../numerics/interval.ts';
import { momentsOf, variance } from '../descriptive/moments.ts';
import { tabulate } from '../descriptive/tabulate.ts';
import { fUpperQuantile } from '../distributions/fisher-f.ts';

export interface Cronbach {
  readonly alpha: number;
  /** Feldt, Woodruff & Salih (1987). */
  readonly interval: Interval;
  /** Of each item: its correlation with the sum of the others, and alpha without it. */
  readonly items: readonly {
    readonly rest_correlation: number;
    readonly alpha_without: number | null;
  }[];
}

const varianceOf = (values: Float64Array): number => variance(momentsOf(tabulate(values)));
const total = (items: readonly Float64Array[]): Float64Array =>
  (items[0] ?? new Float64Array()).map((_, row) =>
    items.reduce((sum, item) => sum + (item[row] ?? 0), 0),
  );

/**
 * k / (k − 1) (1 − Σ item variances / variance of the sum); at least two items and rows, the sum
 * varies. R: psych::alpha(x)$total$raw_alpha.
 */
export function cronbachAlpha(given: readonly Float64Array[], level: number): Cronbach {
  // Sums of values far from 0 would lose the decimals that the variances are of.
  const items = given.map((item) => item.map((value) => value - (item[0] ?? 0)));
  const alphaOf = (some: readonly Float64Array[]): number =>
    (some.length / (some.length - 1)) *
    (1 - some.reduce((sum, item) => sum + varianceOf(item), 0) / varianceOf(total(some)));
  const alpha = alphaOf(items);
  const [n, k] = [items[0]?.length ?? 0, items.length];
  const [df1, df2] = [n - 1, (n - 1) * (k - 1)];
  const interval = {
    level,
    low: 1 - (1 - alpha) * fUpperQuantile((1 - level) / 2, df1, df2),
    high: 1 - (1 - alpha) / fUpperQuantile((1 - level) / 2, df2, df1),
  };
  return {
    alpha,
    interval,
    items: items.map((item) => {
      const others = items.filter((one) => one !== item);
      const rest = total(others);
      const [a, b] = [varianceOf(item), varianceOf(rest)];
      const both = varianceOf(item.map((value, row) => value + (rest[row] ?? 0)));
      return {
        rest_correlation: (both - a - b) / (2 * Math.sqrt(a * b)),
        alpha_without: others.length < 2 ? null : alphaOf(others),
      };
    }),
  };
}
