import { anovaDesign as definition } from '@columnist/contract/methods/power/anova';
import { powerOfAnova } from '@columnist/statistics';
import { defineDesign } from './define-design.ts';
import { fromStatsmodels } from './power-code.ts';

export const anovaDesign = defineDesign(definition, {
  inR: { call: 'pwr.anova.test', n: 'n', effect: 'f' },
  design: (input) => ({
    name: 'One-way analysis of variance',
    powerOf: powerOfAnova(input.groups),
    least: 2,
    most: 1e6,
    of: `values in each of ${input.groups} groups`,
    rTail: `, k = ${input.groups}`,
    python: (solved, f) =>
      `${fromStatsmodels('FTestAnovaPower')}\n\nk = ${input.groups}  # nobs counts the values of all groups\nresult = FTestAnovaPower().solve_power(effect_size=${solved === 'effect' ? 'None' : f.effect}, nobs=${solved === 'n' ? 'None' : `${f.n} * k`}, alpha=${solved === 'alpha' ? 'None' : f.alpha}, power=${solved === 'power' ? 'None' : f.power}, k_groups=k)${solved === 'n' ? ' / k' : ''}\nprint(result)\n`,
  }),
  samples: { size: { groups: 4, effect: 0.25, power: 0.8 } },
});
