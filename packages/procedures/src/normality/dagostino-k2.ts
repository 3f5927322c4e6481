import { dagostinoK2 as definition } from '@columnist/contract/methods/normality/dagostino-k2';
import * as statistics from '@columnist/statistics';
import { defineNormalityTest } from './normality-test.ts';

export const dagostinoK2 = defineNormalityTest(definition, {
  letter: 'K²',
  variant: 'chi-square approximation',
  df: [2],
  figures: (values) => statistics.dagostinoK2(statistics.momentsOf(statistics.tabulate(values))),
  r: [
    'n <- length(x); z <- (x - mean(x)) / sd(x); g1 <- mean(z^3) / mean(z^2)^1.5; b2 <- mean(z^4) / mean(z^2)^2',
    'y <- g1 * sqrt((n + 1) * (n + 3) / (6 * (n - 2))); beta2 <- 3 * (n^2 + 27 * n - 70) * ' +
      '(n + 1) * (n + 3) / ((n - 2) * (n + 5) * (n + 7) * (n + 9))',
    'w2 <- sqrt(2 * (beta2 - 1)) - 1; z1 <- asinh(y / sqrt(2 / (w2 - 1))) / sqrt(0.5 * log(w2))',
    'v <- (b2 - 3 * (n - 1) / (n + 1)) / sqrt(24 * n * (n - 2) * (n - 3) / ((n + 1)^2 * (n + 3) * (n + 5)))',
    'root <- 6 * (n^2 - 5 * n + 2) / ((n + 7) * (n + 9)) * sqrt(6 * (n + 3) * (n + 5) / (n ' +
      '* (n - 2) * (n - 3))); a <- 6 + 8 / root * (2 / root + sqrt(1 + 4 / root^2))',
    'below <- 1 + v * sqrt(2 / (a - 4)); z2 <- (1 - 2 / (9 * a) - sign(below) * ((1 - 2 / ' +
      'a) / abs(below))^(1/3)) / sqrt(2 / (9 * a))',
    'result <- list(p.value = pchisq(z1^2 + z2^2, 2, lower.tail = FALSE))',
  ],
  python: [
    'from scipy import stats',
    '',
    'x = (x - x.mean()) / x.std()',
    '# scipy.stats.normaltest() takes a skewness of exactly 0 for another',
    'of_skewness = 0 if np.isclose(stats.skew(x), 0, atol=1e-12) else stats.skewtest(x).statistic',
    'result = stats.chi2.sf(of_skewness**2 + stats.kurtosistest(x).statistic ** 2, 2)',
  ],
});
