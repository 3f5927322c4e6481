import { z } from 'zod';
import { view } from '../view.ts';

const columns = z.array(z.string().min(1).max(1000)).min(2).max(60).describe('Number columns.');
const common = {
  columns,
  view: view.optional(),
  confidence_level: z.number().gt(0).lt(1).default(0.95),
};
const scale = z
  .boolean()
  .default(true)
  .describe('In units of standard deviations; without it columns of large numbers decide alone.');

/** As R names the procedures: prcomp, kmeans with cluster::silhouette, naniar::mcar_test. */
export const structureOptions = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('principal_components'),
    ...common,
    scale,
    color_by: z
      .string()
      .min(1)
      .max(1000)
      .exactOptional()
      .describe('A column of groups that tells the points of the picture apart.'),
  }),
  z.strictObject({
    method: z.literal('k_means'),
    ...common,
    scale,
    k: z
      .int()
      .min(2)
      .max(20)
      .exactOptional()
      .describe('Clusters; where left out, 2 to 8 with the largest mean silhouette.'),
    seed: z
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .default(1),
  }),
  z.strictObject({ method: z.literal('little_mcar'), ...common }),
]);
export type StructureOptions = z.infer<typeof structureOptions>;
