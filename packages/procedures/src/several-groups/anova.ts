import { anova as definition } from '@columnist/contract/methods/several-groups/anova';
import { defineAnova } from './analysis-of-variance.ts';

export const anova = defineAnova(definition, {
  equal: true,
  samples: { usual: { value: 'y', group: 'g' } },
});
