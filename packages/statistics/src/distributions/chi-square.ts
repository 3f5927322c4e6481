import { regularizedGammaQ } from '../numerics/incomplete-gamma.ts';

/**
 * P(X ≥ x) with df degrees of freedom, accurate in the far tail. R: pchisq(x, df, lower.tail =
 * FALSE).
 */
export const chiSquareSurvival = (x: number, df: number): number =>
  x <= 0 ? 1 : regularizedGammaQ(df / 2, x / 2);
