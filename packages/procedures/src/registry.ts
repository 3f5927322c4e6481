import * as agreement from './agreement/index.ts';
import * as categories from './categories/index.ts';
import * as correlation from './correlation/index.ts';
import * as fit from './fit/index.ts';
import * as items from './items/index.ts';
import * as measurements from './measurements/index.ts';
import * as models from './models/index.ts';
import * as normality from './normality/index.ts';
import * as numberAndGroups from './number-and-groups/index.ts';
import * as oneColumn from './one-column/index.ts';
import * as order from './order/index.ts';
import * as outliers from './outliers/index.ts';
import * as power from './power/index.ts';
import * as proportions from './proportions/index.ts';
import * as series from './series/index.ts';
import * as severalFactors from './several-factors/index.ts';
import * as severalGroups from './several-groups/index.ts';
import * as spread from './spread/index.ts';
import * as structure from './structure/index.ts';
import * as twoGroups from './two-groups/index.ts';
import type {
  Asking,
  Association,
  AssociationOptions,
  ComparisonOptions,
  DistributionTestOptions,
  RegressionOptions,
  StructureOptions,
  TimeSeriesOptions,
} from '@columnist/contract';
import type { Procedures } from './define-procedure.ts';
import type { Designs } from './power/define-design.ts';

/**
 * The procedure of every method that the contract defines; one that is missing here does not
 * compile.
 */
export const procedures = {
  compareGroups: {
    ...twoGroups,
    ...severalGroups,
    ...spread,
    ...oneColumn,
    ...measurements,
    ...proportions,
    ...severalFactors,
  } satisfies Procedures<ComparisonOptions>,
  association: {
    ...correlation,
    ...numberAndGroups,
    ...categories,
    ...agreement,
    ...items,
  } satisfies Procedures<AssociationOptions, Association>,
  testDistribution: {
    ...normality,
    ...fit,
    ...order,
    ...outliers,
  } satisfies Procedures<DistributionTestOptions>,
  fitRegression: { ...models } satisfies Procedures<RegressionOptions>,
  timeSeries: { ...series } satisfies Procedures<TimeSeriesOptions>,
  structure: { ...structure } satisfies Procedures<StructureOptions>,
  calculatePower: { ...power } satisfies Designs,
} satisfies Readonly<Record<Asking, object>>;
