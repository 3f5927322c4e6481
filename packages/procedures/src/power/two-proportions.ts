import { twoProportionsDesign as definition } from '@columnist/contract/methods/power/two-proportions';
import { cohensH, powerOfProportions } from '@columnist/statistics';
import { percentAsGiven } from '../words.ts';
import { defineDesign } from './define-design.ts';
import type { DerivedEffect } from './figures.ts';
import { pythonAlternative, pythonPower, rAlternative } from './power-code.ts';
import { refuse } from './solve.ts';

export const twoProportionsDesign = defineDesign(definition, {
  inR: { call: 'pwr.2p.test', n: 'n', effect: 'h' },
  design: (input) => {
    const derived = effectOf(input);
    return {
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
        derived,
      ),
      derived,
    };
  },
  samples: {
    power: { n: 80, effect: 0.4 },
    'effect below 0': { n: 44, power: 0.99, alternative: 'less' },
    'two proportions': { p1: 0.2, p2: 0.35, power: 0.9 },
  },
});

/** Cohen's h of two proportions. Throws invalid_input where they do not give it alone. */
function effectOf({
  p1,
  p2,
  effect,
}: {
  readonly p1?: number | undefined;
  readonly p2?: number | undefined;
  readonly effect?: number | undefined;
}): DerivedEffect | undefined {
  if (p1 === undefined && p2 === undefined) return undefined;
  if (p1 === undefined || p2 === undefined)
    throw refuse(p1 === undefined ? 'p1' : 'p2', 'Give both proportions, p1 and p2.');
  if (effect !== undefined)
    throw refuse('effect', 'p1 and p2 give the effect: leave out effect, or both of them.');
  if (p1 === p2) throw refuse('p2', 'p1 and p2 are equal: no sample finds an effect of 0.');
  return {
    value: cohensH([p1, Infinity], p2, 0.95).value,
    said: `${percentAsGiven(p1)} against ${percentAsGiven(p2)}`,
    r: `ES.h(${p1}, ${p2})`,
    python: `proportion_effectsize(${p1}, ${p2})`,
    imports: 'from statsmodels.stats.proportion import proportion_effectsize',
  };
}
