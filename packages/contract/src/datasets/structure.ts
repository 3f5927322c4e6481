import type { z } from 'zod';
import { methods } from '../methods/registry.ts';
import { optionsOf } from '../methods/options-of-methods.ts';

/** As R names the procedures. */
export const structureOptions = optionsOf(methods.structure);
export type StructureOptions = z.infer<typeof structureOptions>;
