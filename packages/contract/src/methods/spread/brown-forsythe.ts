import { defineMethod } from '../define-method.ts';
import { severalGroups } from '../several-groups/several-groups.ts';

export const brownForsythe = defineMethod({
  ...severalGroups,
  method: 'brown_forsythe',
  family: 'spread',
  title: 'Brown–Forsythe test',
  asks: 'do the groups vary alike, about their medians',
  r: '`car::leveneTest`',
});
