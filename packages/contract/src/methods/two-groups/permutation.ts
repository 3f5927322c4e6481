import { alternativeOfValues } from '../alternative.ts';
import { defineMethod } from '../define-method.ts';
import { grouped } from '../grouped.ts';
import { seed } from '../seed.ts';
import { twoGroups } from './two-groups.ts';

export const permutation = defineMethod({
  ...twoGroups,
  method: 'permutation',
  title: 'permutation test',
  asks: 'does it matter which group a value is in',
  r: 'all arrangements up to 200,000, else 99,999 drawn',
  advised: true,
  ofMore: 'kruskal_wallis',
  input: {
    ...grouped,
    alternative: alternativeOfValues,
    seed,
  },
  details: [...twoGroups.details, 'seed'],
});
