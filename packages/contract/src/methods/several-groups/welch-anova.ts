import { defineMethod } from '../define-method.ts';
import { severalGroups } from './several-groups.ts';

export const welchAnova = defineMethod({
  ...severalGroups,
  method: 'welch_anova',
  title: 'Welch analysis of variance',
  asks: 'the same without equal variances; pairs by Games and Howell',
  r: '`oneway.test`, `rstatix::games_howell_test`',
  note: 'default for more',
  usual: true,
  advised: true,
});
