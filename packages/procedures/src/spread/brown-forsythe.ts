import { brownForsythe as definition } from '@columnist/contract/methods/spread/brown-forsythe';
import * as statistics from '@columnist/statistics';
import { rLevene } from './r-levene.ts';
import { defineSpreadTest } from './spread-test.ts';

export const brownForsythe = defineSpreadTest(definition, {
  name: 'Brown–Forsythe test of variances',
  compares: (column) => `The mean distance of ${column} from the median of its group`,
  variant: 'distances from the medians',
  letter: 'F',
  test: statistics.brownForsythe,
  r: rLevene('median'),
  python: 'result = stats.levene(*groups, center="median")',
});
