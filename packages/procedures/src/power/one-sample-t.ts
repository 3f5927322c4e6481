import { oneSampleTDesign as definition } from '@columnist/contract/methods/power/one-sample-t';
import { powerOfT } from '@columnist/statistics';
import { defineDesign } from './define-design.ts';
import { pythonAlternative, pythonPower, rAlternative } from './power-code.ts';

export const oneSampleTDesign = defineDesign(definition, {
  inR: { call: 'pwr.t.test', n: 'n', effect: 'd' },
  design: (input) => ({
    name: 'One-sample t test',
    powerOf: powerOfT('one_sample', input.alternative),
    least: 2,
    most: 1e6,
    alternative: input.alternative,
    of: 'values',
    rTail: `, type = "one.sample"${rAlternative(input.alternative)}`,
    python: pythonPower('TTestPower', 'TTestPower()', 'nobs', pythonAlternative(input.alternative)),
  }),
  samples: { effect: { n: 30, power: 0.9 } },
});
