import type { z } from 'zod';
import { methods } from '../methods/registry.ts';
import { optionsOf } from '../methods/options-of-methods.ts';

/** As R names the procedures. */
export const comparisonOptions = optionsOf(methods.compareGroups);
export type ComparisonOptions = z.infer<typeof comparisonOptions>;
