import { z } from 'zod';
import { defineMethod, slot } from '../define-method.ts';
import { columnName, field } from '../field.ts';
import { ofProducts } from '../leaning.ts';
import { relateTwo, twoNumbers } from '../pair.ts';

export const partial = defineMethod({
  method: 'partial',
  family: 'numbers',
  tier: 'paid',
  title: 'partial correlation',
  asks: 'the same with others held constant',
  r: '`ppcor::pcor.test`',
  note: "holding 'given' constant",
  input: {
    ...twoNumbers,
    given: field(
      z.array(columnName()).min(1).max(20).describe('Number columns that are held constant.'),
      { kind: 'numbers', label: 'Held constant', most: 20 },
    ),
  },
  sentence: [...relateTwo, 'given', slot('given')],
  details: [],
  example: { x: 'mass', y: 'wing', given: ['bill'] },
  leansOn: ({ x, y, given }) => ofProducts([x, y, ...given]),
});
