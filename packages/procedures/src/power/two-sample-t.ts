import { twoSampleTDesign as definition } from '@columnist/contract/methods/power/two-sample-t';
import { powerOfT } from '@columnist/statistics';
import { defineDesign } from './define-design.ts';
import { pythonAlternative, pythonPower, rAlternative } from './power-code.ts';

export const twoSampleTDesign = defineDesign(definition, {
  inR: { call: 'pwr.t.test', n: 'n', effect: 'd' },
  design: (input) => ({
    name: 'Two-sample t test',
    powerOf: powerOfT('two_sample', input.alternative),
    least: 2,
    most: 1e6,
    alternative: input.alternative,
    of: 'values in each group',
    rTail: `, type = "two.sample"${rAlternative(input.alternative)}`,
    python: pythonPower(
      'TTestIndPower',
      'TTestIndPower()',
      'nobs1',
      pythonAlternative(input.alternative),
    ),
  }),
  samples: { size: { effect: 0.5, power: 0.8 } },
});
