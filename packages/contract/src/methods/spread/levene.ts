import { defineMethod } from '../define-method.ts';
import { severalGroups } from '../several-groups/several-groups.ts';

export const levene = defineMethod({
  ...severalGroups,
  method: 'levene',
  family: 'spread',
  usual: true,
  title: 'Levene’s test',
  asks: 'do the groups vary alike, about their means',
  r: '`car::leveneTest(center = mean)`',
});
