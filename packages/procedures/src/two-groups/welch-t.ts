import { welchT as definition } from '@columnist/contract/methods/two-groups/welch-t';
import { defineTTest } from './t-test.ts';

export const welchT = defineTTest(definition, {
  equal: false,
  samples: { usual: { value: 'y', group: 'h' } },
});
