import { oneProportionDesign as definition } from '@columnist/contract/methods/power/one-proportion';
import { powerOfProportions } from '@columnist/statistics';
import { defineDesign } from './define-design.ts';
import { pythonAlternative, pythonPower, rAlternative } from './power-code.ts';

export const oneProportionDesign = defineDesign(definition, {
  inR: { call: 'pwr.p.test', n: 'n', effect: 'h' },
  design: (input) => ({
    name: 'One proportion',
    powerOf: powerOfProportions(1, input.alternative),
    least: 2,
    most: Math.PI,
    alternative: input.alternative,
    of: 'values',
    rTail: rAlternative(input.alternative),
    python: pythonPower(
      'NormalIndPower',
      'NormalIndPower(ddof=0)',
      'nobs1',
      `, ratio=0${pythonAlternative(input.alternative)}`,
    ),
  }),
  samples: { power: { n: 50, effect: 0.3 } },
});
