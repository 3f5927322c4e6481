import { defineMethod } from '../define-method.ts';
import { twoGroups } from './two-groups.ts';

export const welchT = defineMethod({
  ...twoGroups,
  method: 'welch_t',
  usual: true,
  title: 'Welch t test',
  asks: 'do two groups have the same mean',
  r: '`t.test(x, y)`',
  note: 'default for two',
  advised: true,
  ofMore: 'welch_anova',
});
