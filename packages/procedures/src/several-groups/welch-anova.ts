import { welchAnova as definition } from '@columnist/contract/methods/several-groups/welch-anova';
import { defineAnova } from './analysis-of-variance.ts';

export const welchAnova = defineAnova(definition, {
  equal: false,
  samples: {
    'of a view': {
      value: 'y',
      group: 'g',
      view: { impute: [{ columns: ['y'], method: 'median', by: ['h'] }] },
    },
  },
});
