import { pairedTDesign as definition } from '@columnist/contract/methods/power/paired-t';
import { powerOfT } from '@columnist/statistics';
import { defineDesign } from './define-design.ts';
import { pythonAlternative, pythonPower, rAlternative } from './power-code.ts';

export const pairedTDesign = defineDesign(definition, {
  inR: { call: 'pwr.t.test', n: 'n', effect: 'd' },
  design: (input) => ({
    name: 'Paired t test',
    powerOf: powerOfT('paired', input.alternative),
    least: 2,
    most: 1e6,
    alternative: input.alternative,
    of: 'pairs',
    rTail: `, type = "paired"${rAlternative(input.alternative)}`,
    python: pythonPower('TTestPower', 'TTestPower()', 'nobs', pythonAlternative(input.alternative)),
  }),
  samples: { power: { n: 20, effect: 0.5, alternative: 'greater' } },
});
