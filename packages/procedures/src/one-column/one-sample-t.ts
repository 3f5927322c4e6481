import { oneSampleT as definition } from '@columnist/contract/methods/one-column/one-sample-t';
import { defineProcedure } from '../define-procedure.ts';
import { readMeasurements } from '../measurements/differences.ts';
import { tFinding } from '../measurements/one-sample.ts';

export const oneSampleT = defineProcedure(definition, {
  read: readMeasurements,
  find: tFinding,
  samples: { usual: { value: 'y', mu: 15.5 } },
});
