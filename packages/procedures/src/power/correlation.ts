import { correlationDesign as definition } from '@columnist/contract/methods/power/correlation';
import { powerOfCorrelation } from '@columnist/statistics';
import { defineDesign } from './define-design.ts';
import type { Figures } from './figures.ts';
import { rAlternative } from './power-code.ts';

export const correlationDesign = defineDesign(definition, {
  inR: { call: 'pwr.r.test', n: 'n', effect: 'r' },
  design: (input) => ({
    name: 'Correlation',
    powerOf: powerOfCorrelation(input.alternative),
    least: 4,
    most: 0.999999,
    alternative: input.alternative,
    of: 'pairs of values',
    rTail: rAlternative(input.alternative),
    python: (_, f) => correlationPython(f, input.alternative),
  }),
  samples: {
    power: { n: 60, effect: 0.3 },
    'effect on the other side': { n: 12, effect: -0.2, alternative: 'greater' },
  },
});

/** Of the figures found: the power that they give. */
const correlationPython = (
  { n, effect, alpha }: Figures,
  alternative: 'two_sided' | 'less' | 'greater',
): string =>
  [
    'import numpy as np',
    'from scipy import stats',
    '',
    `n, r, alpha = ${n}, ${{ two_sided: Math.abs(effect), less: -effect, greater: effect }[alternative]}, ${alpha}`,
    `t = stats.t.isf(alpha / ${alternative === 'two_sided' ? 2 : 1}, n - 2)`,
    'critical = np.arctanh(np.sqrt(t**2 / (t**2 + n - 2)))',
    'shift = np.arctanh(r) + r / (2 * (n - 1))',
    alternative === 'two_sided'
      ? 'result = stats.norm.sf((critical - shift) * np.sqrt(n - 3)) + stats.norm.sf((critical ' +
        '+ shift) * np.sqrt(n - 3))'
      : 'result = stats.norm.sf((critical - shift) * np.sqrt(n - 3))',
    'print(result)',
    '',
  ].join('\n');
