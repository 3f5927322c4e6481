import type { z } from 'zod';
import { methods } from '../methods/registry.ts';
import { optionsOf } from '../methods/options-of-methods.ts';

export type { GivenDistribution } from '../methods/fit/kolmogorov-smirnov.ts';

/** As R and SciPy name the procedures. */
export const distributionTestOptions = optionsOf(methods.testDistribution);
export type DistributionTestOptions = z.infer<typeof distributionTestOptions>;
