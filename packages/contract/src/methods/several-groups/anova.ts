import { defineMethod } from '../define-method.ts';
import { severalGroups } from './several-groups.ts';

export const anova = defineMethod({
  ...severalGroups,
  method: 'anova',
  title: 'analysis of variance',
  asks: 'do several groups have the same mean; pairs by Tukey',
  r: '`oneway.test(var.equal = TRUE)`, `TukeyHSD`',
  advised: true,
});
