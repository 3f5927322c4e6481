import type { Procedures } from './procedure-input.ts';
import { associationProcedures } from './run-association.ts';
import { comparisonProcedures } from './run-comparison.ts';
import { descriptiveProcedures } from './run-description.ts';
import { distributionProcedures } from './run-distribution.ts';
import { modelProcedures } from './run-model.ts';
import { powerProcedures } from './run-power.ts';

/** Every procedure that is compared with others, by its name in the fixtures. */
export const procedures: Procedures = {
  ...descriptiveProcedures,
  ...modelProcedures,
  ...distributionProcedures,
  ...associationProcedures,
  ...comparisonProcedures,
  ...powerProcedures,
};
