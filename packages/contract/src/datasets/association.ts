import { z } from 'zod';
import { view } from '../view.ts';
import { provenance } from './provenance.ts';

export const correlationPair = z
  .object({
    x: z.string(),
    y: z.string(),
    n_used: z.int().describe('Rows where both are present.'),
    estimate: z.number().nullable(),
    ci: z.object({ level: z.number(), low: z.number(), high: z.number() }).nullable().describe('Fisher z interval; Pearson only.'),
    statistic: z.number().nullable().describe('t with n − 2 degrees of freedom.'),
    df: z.number().nullable(),
    p_value: z.number().nullable().describe('Two-sided.'),
    reason: z.string().nullable().describe('Why there is no estimate.'),
  })
  .meta({ id: 'CorrelationPair' });
export type CorrelationPair = z.infer<typeof correlationPair>;

/** Pairwise complete; pairs in the order (1,2), (1,3) … (2,3) … of the columns. */
export const correlationMatrix = z
  .object({ method: z.enum(['pearson', 'spearman']), columns: z.array(z.string()), pairs: z.array(correlationPair) })
  .meta({ id: 'CorrelationMatrix' });
export type CorrelationMatrix = z.infer<typeof correlationMatrix>;

const correlationOptions = {
  columns: z.array(z.string().min(1)).min(2).max(60).describe('Number columns; every pair of them is given.'),
  view: view.optional(),
  confidence_level: z.number().gt(0).lt(1).default(0.95),
};
export const associationOptions = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('pearson'), ...correlationOptions }),
  z.strictObject({ method: z.literal('spearman'), ...correlationOptions }),
]);
export type AssociationOptions = z.infer<typeof associationOptions>;

export const association = z.object({ ...provenance.shape, matrix: correlationMatrix }).meta({ id: 'Association' });
export type Association = z.infer<typeof association>;
