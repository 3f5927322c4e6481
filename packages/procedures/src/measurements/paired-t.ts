import { pairedT as definition } from '@columnist/contract/methods/measurements/paired-t';
import { defineProcedure } from '../define-procedure.ts';
import { readMeasurements } from './differences.ts';
import { tFinding } from './one-sample.ts';

export const pairedT = defineProcedure(definition, {
  read: readMeasurements,
  find: tFinding,
  samples: { 'one-sided': { value: 'y', other: 'z', alternative: 'greater' } },
});
