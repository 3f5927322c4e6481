import { defineMethod } from '../define-method.ts';
import { inGroups } from '../leaning.ts';
import { numberAndGroups, relateTwo } from '../pair.ts';

export const correlationRatio = defineMethod({
  method: 'correlation_ratio',
  family: 'number_and_groups',
  tier: 'paid',
  title: 'correlation ratio η',
  asks: 'how much of a number the groups tell, η',
  r: '`effectsize::eta_squared`',
  note: 'x by the groups of y',
  advised: true,
  input: numberAndGroups,
  sentence: relateTwo,
  details: [],
  example: { x: 'mass', y: 'kind' },
  leansOn: ({ x, y }) => inGroups(x, y),
});
