import { z } from 'zod';
import { defineMethod } from '../define-method.ts';
import { field } from '../field.ts';
import { design, designInput } from './power.ts';

export const anovaDesign = defineMethod({
  ...design,
  method: 'anova',
  title: 'analysis of variance',
  asks: 'means of several groups',
  r: '`pwr::pwr.anova.test`',
  note: 'f, groups',
  input: {
    ...designInput("Cohen's f.", 'Cohen’s f', 0.25),
    groups: field(z.int().min(2).max(100), { kind: 'figure', label: 'groups', first: 3 }),
  },
  details: ['groups'],
  example: { effect: 0.3, power: 0.8, groups: 3 },
});
