import { defineMethod } from '../define-method.ts';
import { twoGroups } from './two-groups.ts';

export const studentT = defineMethod({
  ...twoGroups,
  method: 'student_t',
  title: 'Student t test',
  asks: 'the same, with equal variances',
  r: '`t.test(x, y, var.equal = TRUE)`',
  advised: true,
  ofMore: 'anova',
});
