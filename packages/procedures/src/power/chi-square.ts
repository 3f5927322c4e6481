import { chiSquareDesign as definition } from '@columnist/contract/methods/power/chi-square';
import { powerOfChiSquare } from '@columnist/statistics';
import { defineDesign } from './define-design.ts';
import { pythonPower } from './power-code.ts';

export const chiSquareDesign = defineDesign(definition, {
  inR: { call: 'pwr.chisq.test', n: 'N', effect: 'w' },
  design: (input) => ({
    name: 'Chi-square test',
    powerOf: powerOfChiSquare(input.df),
    least: 2,
    most: 1e6,
    of: 'values in all',
    rTail: `, df = ${input.df}`,
    python: pythonPower(
      'GofChisquarePower',
      'GofChisquarePower()',
      'nobs',
      `, n_bins=${input.df + 1}`,
    ),
  }),
  samples: { 'size of a table': { df: 3, effect: 0.3, power: 0.8 } },
});
