import { jarqueBera as definition } from '@columnist/contract/methods/normality/jarque-bera';
import * as statistics from '@columnist/statistics';
import { defineNormalityTest } from './normality-test.ts';

export const jarqueBera = defineNormalityTest(definition, {
  letter: 'JB',
  variant: 'chi-square approximation',
  df: [2],
  figures: (values) => statistics.jarqueBera(statistics.momentsOf(statistics.tabulate(values))),
  r: [
    'z <- (x - mean(x)) / sd(x); g1 <- mean(z^3) / mean(z^2)^1.5; g2 <- mean(z^4) / mean(z^2)^2 - 3',
    'result <- list(p.value = pchisq(length(x) / 6 * (g1^2 + g2^2 / 4), 2, lower.tail = FALSE))',
  ],
  python: ['from scipy import stats', '', 'result = stats.jarque_bera((x - x.mean()) / x.std())'],
});
