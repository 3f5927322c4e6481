import { tostPaired as definition } from '@columnist/contract/methods/measurements/tost-paired';
import { defineProcedure } from '../define-procedure.ts';
import { readMeasurements } from './differences.ts';
import { tostFinding } from './tost-of-mean.ts';

export const tostPaired = defineProcedure(definition, {
  read: readMeasurements,
  find: tostFinding,
  samples: { usual: { value: 'i1', other: 'i2', low: -1, high: 1 } },
});
