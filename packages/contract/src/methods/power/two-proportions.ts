import { z } from 'zod';
import { alternative } from '../alternative.ts';
import { defineMethod } from '../define-method.ts';
import { field } from '../field.ts';
import { design, designInput } from './power.ts';

/** A schema of its own for each: the form knows fields by their schemas. */
const share = () => z.number().min(0).max(1).optional();

export const twoProportionsDesign = defineMethod({
  ...design,
  method: 'two_proportions',
  title: 'test of two proportions',
  asks: 'two proportions, `p1` against `p2`',
  note: 'h, or p1 and p2',
  r: '`pwr::pwr.2p.test`',
  input: {
    ...designInput("Cohen's h.", 'Cohen’s h', 0.3),
    p1: field(share(), { kind: 'figure', label: 'first proportion', first: 0.5 }),
    p2: field(share(), { kind: 'figure', label: 'second proportion', first: 0.35 }),
    alternative,
  },
  details: [],
  effectOf: ['p1', 'p2'],
  example: { effect: 0.3, power: 0.8 },
});
