import { defineMethod } from '../define-method.ts';
import { twoGroups } from './two-groups.ts';

export const mannWhitney = defineMethod({
  ...twoGroups,
  method: 'mann_whitney',
  title: 'Mann–Whitney U test',
  asks: 'do values of one group tend to be larger',
  r: '`wilcox.test(x, y)`',
  advised: true,
  ofMore: 'kruskal_wallis',
  leansOn: (asked) => ({ ...twoGroups.leansOn(asked), hidesEstimate: true }),
});
