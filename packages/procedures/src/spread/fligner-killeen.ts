import { flignerKilleen as definition } from '@columnist/contract/methods/spread/fligner-killeen';
import * as statistics from '@columnist/statistics';
import { defineSpreadTest } from './spread-test.ts';

export const flignerKilleen = defineSpreadTest(definition, {
  name: 'Fligner–Killeen test of variances',
  compares: (column) => `The spread of ${column}`,
  variant: 'normal scores of distances from the medians',
  letter: 'χ²',
  ranked: true,
  test: statistics.flignerKilleen,
  r: 'result <- fligner.test(value ~ group)',
  python: 'result = stats.fligner(*groups, center="median")',
});
