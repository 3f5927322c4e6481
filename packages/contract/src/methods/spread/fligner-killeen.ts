import { defineMethod } from '../define-method.ts';
import { severalGroups } from '../several-groups/several-groups.ts';

export const flignerKilleen = defineMethod({
  ...severalGroups,
  method: 'fligner_killeen',
  family: 'spread',
  title: 'Fligner–Killeen test',
  asks: 'do the groups vary alike, by ranks',
  r: '`fligner.test`',
});
