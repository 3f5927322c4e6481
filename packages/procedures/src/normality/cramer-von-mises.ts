import { cramerVonMises as definition } from '@columnist/contract/methods/normality/cramer-von-mises';
import * as statistics from '@columnist/statistics/tests/cramer-von-mises';
import { defineNormalityTest } from './normality-test.ts';

export const cramerVonMises = defineNormalityTest(definition, {
  letter: 'W²',
  variant: 'mean and variance estimated, p by Stephens 1986',
  figures: (values) => {
    const { w2, p } = statistics.cramerVonMises(values);
    return { statistic: w2, p };
  },
  r: ['result <- nortest::cvm.test(x)'],
  python: [
    'from scipy import stats',
    '',
    'n = len(x)',
    'below = stats.norm.cdf(np.sort((x - x.mean()) / x.std(ddof=1)))',
    'w2 = 1 / (12 * n) + ((below - (2 * np.arange(n) + 1) / (2 * n)) ** 2).sum()',
    's = (1 + 0.5 / n) * w2',
    'if s < 0.0275:',
    '    result = 1 - np.exp(-13.953 + 775.5 * s - 12542.61 * s**2)',
    'elif s < 0.051:',
    '    result = 1 - np.exp(-5.903 + 179.546 * s - 1515.29 * s**2)',
    'elif s < 0.092:',
    '    result = np.exp(0.886 - 31.62 * s + 10.897 * s**2)',
    'else:',
    '    result = np.exp(1.111 - 34.242 * s + 12.832 * s**2) if s < 1.1 else 7.37e-10',
  ],
  samples: { usual: { column: 'y' }, 'of little doubt': { column: 'i1' } },
  references: [
    {
      from: 'R 4.2.2, nortest 1.0.4',
      columns: { x: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
      asked: { column: 'x' },
      statistic: 0.01820044015852066,
      p: 0.97560849177111852,
    },
    {
      from: 'R 4.2.2, nortest 1.0.4',
      columns: { x: [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9] },
      asked: { column: 'x' },
      statistic: 0.042935144997188639,
      p: 0.60142387709655787,
    },
    {
      from: 'R 4.2.2, nortest 1.0.4',
      columns: { x: [2.1, 2.4, 2.5, 2.9, 3, 3.3, 3.9, 4.8, 5.2, 6.2, 6.4] },
      asked: { column: 'x' },
      statistic: 0.072483920939878654,
      p: 0.23514668276602291,
    },
    {
      from: 'R 4.2.2, nortest 1.0.4',
      columns: { x: [4.1, 5.2, 5.2, 6.3, 7.9, 8.8, 12.4, 3.3, 6.1, 5.5, 30.25, 6.6] },
      asked: { column: 'x' },
      statistic: 0.33060224480940875,
      p: 0.00010523147182087082,
    },
    {
      from: 'R 4.2.2, nortest 1.0.4',
      columns: { x: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 5000] },
      asked: { column: 'x' },
      statistic: 1.4865155789725131,
      p: 7.3700000000000004e-10,
    },
  ],
});
