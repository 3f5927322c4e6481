import { defineMethod } from '../define-method.ts';
import { severalGroups } from '../several-groups/several-groups.ts';

export const bartlett = defineMethod({
  ...severalGroups,
  method: 'bartlett',
  family: 'spread',
  title: 'Bartlett’s test',
  asks: 'do normally distributed groups vary alike',
  r: '`bartlett.test`',
});
