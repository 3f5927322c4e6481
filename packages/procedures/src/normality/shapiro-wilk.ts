import { shapiroWilk as definition } from '@columnist/contract/methods/normality/shapiro-wilk';
import * as statistics from '@columnist/statistics';
import { defineNormalityTest } from './normality-test.ts';

export const shapiroWilk = defineNormalityTest(definition, {
  letter: 'W',
  variant: 'Royston 1995',
  figures: (values) => {
    const { w, p } = statistics.shapiroWilk(values);
    return { statistic: w, p };
  },
  r: ['result <- shapiro.test(x)'],
  python: ['from scipy import stats', '', 'result = stats.shapiro((x - x.mean()) / x.std())'],
  // SciPy before 1.12 has Shapiro and Wilk's W in single precision.
  digitsInPython: 4,
});
