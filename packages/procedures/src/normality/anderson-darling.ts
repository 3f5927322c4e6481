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
  references: [
    {
      from: 'R 4.2.2, nortest 1.0.4',
      columns: { x: [4.1, 5.2, 5.2, 6.3, 7.9, 8.8, 12.4, 3.3, 6.1, 5.5, 30.25, 6.6] },
      asked: { column: 'x' },
      statistic: 1.8389618950574764,
      p: 4.7631042523622229e-5,
    },
  ],
});
