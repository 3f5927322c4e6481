import type { GivenDistribution } from '@columnist/contract';
import { normalSurvival } from '@columnist/statistics';
import { minus } from '../words.ts';

/** The share of the distribution below x. */
export function below(distribution: GivenDistribution, x: number): number {
  switch (distribution.name) {
    case 'normal':
      return normalSurvival((distribution.mean - x) / distribution.sd);
    case 'uniform':
      return Math.min(
        1,
        Math.max(0, (x - distribution.min) / (distribution.max - distribution.min)),
      );
    case 'exponential':
      return x <= 0 ? 0 : -Math.expm1(-distribution.rate * x);
  }
}

/** The distribution in words. */
export const saidOf = (given: GivenDistribution): string => {
  const said = (value: number): string => minus(String(value));
  return given.name === 'normal'
    ? `normal distribution with mean ${said(given.mean)} and standard deviation ${said(given.sd)}`
    : given.name === 'uniform'
      ? `uniform distribution from ${said(given.min)} to ${said(given.max)}`
      : `exponential distribution with rate ${said(given.rate)}`;
};

/** Arguments that name it in R, and its distribution function in SciPy. */
export const codeOf = (given: GivenDistribution): [r: string, python: string] =>
  given.name === 'normal'
    ? [`"pnorm", ${given.mean}, ${given.sd}`, `stats.norm(${given.mean}, ${given.sd}).cdf`]
    : given.name === 'uniform'
      ? [
          `"punif", ${given.min}, ${given.max}`,
          `stats.uniform(${given.min}, ${given.max - given.min}).cdf`,
        ]
      : [`"pexp", ${given.rate}`, `stats.expon(scale=1 / ${given.rate}).cdf`];
