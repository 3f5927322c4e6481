import { bartlett as definition } from '@columnist/contract/methods/spread/bartlett';
import * as statistics from '@columnist/statistics';
import { defineSpreadTest } from './spread-test.ts';

export const bartlett = defineSpreadTest(definition, {
  name: 'Bartlett’s test of variances',
  compares: (column) => `The variance of ${column}`,
  variant: 'chi-square approximation',
  letter: 'K²',
  normal: true,
  test: statistics.bartlett,
  r: 'result <- bartlett.test(value ~ group)',
  python: 'result = stats.bartlett(*groups)',
});
