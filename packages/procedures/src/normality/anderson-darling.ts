import { andersonDarling as definition } from '@columnist/contract/methods/normality/anderson-darling';
import * as statistics from '@columnist/statistics';
import { defineNormalityTest } from './normality-test.ts';

export const andersonDarling = defineNormalityTest(definition, {
  letter: 'A',
  variant: 'mean and variance estimated, p by Stephens 1986',
  figures: (values) => {
    const { a, p } = statistics.andersonDarling(values);
    return { statistic: a, p };
  },
  r: ['result <- nortest::ad.test(x)'],
  python: ['from statsmodels.stats.diagnostic import normal_ad', '', 'result = normal_ad(x)'],
});
