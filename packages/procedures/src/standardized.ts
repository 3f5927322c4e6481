import type { TTest } from '@columnist/statistics';
import { measured, type Figure } from './finding.ts';

/** From so many degrees of freedom on d has a finite variance, and g means something. */
const leastDf = 2;

/**
 * How large a difference of means is, the first as a sentence gives it: Hedges' g and Cohen's d.
 * With fewer than two degrees of freedom d alone: the correction that makes g of it goes to 0 there,
 * and so would g, whatever the difference.
 */
export const standardized = ({ df, d, g }: Pick<TTest, 'df' | 'd' | 'g'>): Figure[] => [
  ...(df < leastDf ? [] : [measured("Hedges' g", g.value, g.interval)]),
  measured("Cohen's d", d.value, d.interval),
];
