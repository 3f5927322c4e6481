import { twoProportionsDesign as definition } from '@columnist/contract/methods/power/two-proportions';
import { powerOfProportions } from '@columnist/statistics';
import { defineDesign } from './define-design.ts';
import { pythonAlternative, pythonPower, rAlternative } from './power-code.ts';

export const twoProportionsDesign = defineDesign(definition, {
  inR: { call: 'pwr.2p.test', n: 'n', effect: 'h' },
  design: (input) => ({
    name: 'Two proportions',
    powerOf: powerOfProportions(2, input.alternative),
    least: 2,
    most: Math.PI,
    alternative: input.alternative,
    of: 'values in each group',
    rTail: rAlternative(input.alternative),
    python: pythonPower(
      'NormalIndPower',
      'NormalIndPower()',
      'nobs1',
      pythonAlternative(input.alternative),
    ),
  }),
  samples: {
    power: { n: 80, effect: 0.4 },
    'effect below 0': { n: 44, power: 0.99, alternative: 'less' },
  },
});
