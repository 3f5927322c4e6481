import { lilliefors as definition } from '@columnist/contract/methods/normality/lilliefors';
import * as statistics from '@columnist/statistics';
import { lillieforsPython, lillieforsR } from './lilliefors-code.ts';
import { defineNormalityTest } from './normality-test.ts';

export const lilliefors = defineNormalityTest(definition, {
  letter: 'D',
  variant: 'mean and variance estimated, p by Dallal and Wilkinson 1986, above .1 by Stephens 1974',
  figures: (values) => {
    const { d, p } = statistics.lilliefors(values);
    return { statistic: d, p };
  },
  r: lillieforsR,
  python: lillieforsPython,
  samples: { usual: { column: 'y' }, 'of little doubt': { column: 'i1' } },
});
