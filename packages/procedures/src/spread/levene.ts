import { levene as definition } from '@columnist/contract/methods/spread/levene';
import * as statistics from '@columnist/statistics';
import { rLevene } from './r-levene.ts';
import { defineSpreadTest } from './spread-test.ts';

export const levene = defineSpreadTest(definition, {
  name: 'Levene’s test of variances',
  compares: (column) => `The mean distance of ${column} from the mean of its group`,
  variant: 'distances from the means',
  letter: 'F',
  test: statistics.leveneTest,
  r: rLevene('mean'),
  python: 'result = stats.levene(*groups, center="mean")',
});
