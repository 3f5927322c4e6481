import { z } from 'zod';
import { methods } from '../methods/registry.ts';
import { optionsOf } from '../methods/options-of-methods.ts';
import { provenance } from './provenance.ts';
import { testResult } from './test-result.ts';

export const correlationPair = z
  .object({
    x: z.string(),
    y: z.string(),
    n_used: z.int().describe('Rows where both are present.'),
    estimate: z.number().nullable(),
    ci: z
      .object({ level: z.number(), low: z.number(), high: z.number() })
      .nullable()
      .describe('Fisher z interval; Pearson only.'),
    statistic: z.number().nullable().describe('t with n − 2 degrees of freedom.'),
    df: z.number().nullable(),
    p_value: z.number().nullable().describe('Two-sided.'),
    reason: z.string().nullable().describe('Why there is no estimate.'),
  })
  .meta({ id: 'CorrelationPair' });
export type CorrelationPair = z.infer<typeof correlationPair>;

/** Pairwise complete; pairs in the order (1,2), (1,3) … (2,3) … of the columns. */
export const correlationMatrix = z
  .object({
    method: z.enum(['pearson', 'spearman']),
    columns: z.array(z.string()),
    pairs: z.array(correlationPair),
  })
  .meta({ id: 'CorrelationMatrix' });
export type CorrelationMatrix = z.infer<typeof correlationMatrix>;

/** As R names the procedures. */
export const associationOptions = optionsOf(methods.association);
export type AssociationOptions = z.infer<typeof associationOptions>;
export type CorrelationOptions = Extract<AssociationOptions, { method: 'pearson' | 'spearman' }>;
export type AssociationTestOptions = Exclude<AssociationOptions, CorrelationOptions>;

export const correlations = z
  .object({
    ...provenance.shape,
    matrix: correlationMatrix,
    hypotheses: z.object({ null: z.string(), alternative: z.string() }).describe('Of each pair.'),
    sentence: z.string().describe('The pairs that were found to go together, in plain words.'),
    apa: z
      .array(z.string())
      .describe(
        'Each pair that has a coefficient, as the American Psychological Association has it.',
      ),
    code: z
      .object({ r: z.string(), python: z.string() })
      .describe('The same figures in R and in Python.'),
  })
  .meta({ id: 'Correlations' });
export type Correlations = z.infer<typeof correlations>;

/** A matrix of correlations, or the result of a test of two columns. */
export const association = z.union([correlations, testResult]);
export type Association = z.infer<typeof association>;
