import { studentT as definition } from '@columnist/contract/methods/two-groups/student-t';
import { defineTTest } from './t-test.ts';

export const studentT = defineTTest(definition, {
  equal: true,
  samples: {
    'one-sided': { value: 'y', group: 'g', groups: ["c'd", 'a'], alternative: 'greater' },
  },
});
