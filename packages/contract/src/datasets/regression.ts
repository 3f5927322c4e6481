import type { z } from 'zod';
import { methods } from '../methods/registry.ts';
import { optionsOf } from '../methods/options-of-methods.ts';

/** As R names the procedures. */
export const regressionOptions = optionsOf(methods.fitRegression);
export type RegressionOptions = z.infer<typeof regressionOptions>;
