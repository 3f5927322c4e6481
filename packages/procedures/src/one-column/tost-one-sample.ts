import { tostOneSample as definition } from '@columnist/contract/methods/one-column/tost-one-sample';
import { defineProcedure } from '../define-procedure.ts';
import { readMeasurements } from '../measurements/differences.ts';
import { tostFinding } from '../measurements/tost-of-mean.ts';

export const tostOneSample = defineProcedure(definition, {
  read: readMeasurements,
  find: tostFinding,
  samples: { usual: { value: 'z', low: 4, high: 9 } },
});
