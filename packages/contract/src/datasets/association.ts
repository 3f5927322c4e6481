import { z } from 'zod';
import { view } from '../view.ts';
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

const correlationOptions = {
  columns: z
    .array(z.string().min(1).max(1000))
    .min(2)
    .max(60)
    .describe('Number columns; every pair of them is given.'),
  view: view.optional(),
  confidence_level: z.number().gt(0).lt(1).default(0.95),
};
const column = z.string().min(1).max(1000);
const common = { view: view.optional(), confidence_level: correlationOptions.confidence_level };
const pair = { x: column, y: column, ...common };
const alternative = z.enum(['two_sided', 'less', 'greater']).default('two_sided');

/** As R names the procedures: cor.test, chisq.test, fisher.test, mcnemar.test, psych::cohen.kappa, psych::alpha. */
export const associationOptions = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('pearson'), ...correlationOptions }),
  z.strictObject({ method: z.literal('spearman'), ...correlationOptions }),
  z.strictObject({ method: z.literal('kendall'), ...pair, alternative }),
  z.strictObject({
    method: z.literal('partial'),
    ...pair,
    given: z.array(column).min(1).max(20).describe('Number columns that are held constant.'),
  }),
  z.strictObject({ method: z.literal('point_biserial'), ...pair }),
  z.strictObject({ method: z.literal('correlation_ratio'), ...pair }),
  z.strictObject({
    method: z.literal('chi_square'),
    ...pair,
    correct: z.boolean().default(true).describe("Yates' correction of a table of two by two."),
  }),
  z.strictObject({ method: z.literal('fisher_exact'), ...pair, alternative }),
  z.strictObject({
    method: z.literal('mcnemar'),
    ...pair,
    variant: z.enum(['corrected', 'uncorrected', 'exact']).default('corrected'),
  }),
  z.strictObject({ method: z.literal('cohen_kappa'), ...pair }),
  z.strictObject({
    method: z.literal('cronbach_alpha'),
    columns: z.array(column).min(2).max(60),
    ...common,
  }),
]);
export type AssociationOptions = z.infer<typeof associationOptions>;
export type CorrelationOptions = Extract<AssociationOptions, { method: 'pearson' | 'spearman' }>;
export type AssociationTestOptions = Exclude<AssociationOptions, CorrelationOptions>;

export const correlations = z
  .object({ ...provenance.shape, matrix: correlationMatrix })
  .meta({ id: 'Correlations' });
export type Correlations = z.infer<typeof correlations>;

/** A matrix of correlations, or the result of a test of two columns. */
export const association = z.union([correlations, testResult]);
export type Association = z.infer<typeof association>;
