import { z } from 'zod';
import { view } from '../view.ts';

const column = z.string().min(1).max(1000);
const level = z.number().gt(0).lt(1).default(0.95);
const common = { view: view.optional(), confidence_level: level };
const value = column.describe('The number column that is compared.');
const grouped = {
  value,
  group: column.describe('The column that tells the groups apart.'),
  groups: z
    .array(z.string().max(1000))
    .min(2)
    .max(50)
    .optional()
    .describe(
      'Which groups, in this order; all where left out. The first minus the second is the difference of two.',
    ),
  ...common,
};
const alternative = z
  .enum(['two_sided', 'less', 'greater'])
  .default('two_sided')
  .describe('less: the first group, or the value, is smaller.');
const adjust = z
  .enum(['holm', 'bonferroni', 'bh', 'none'])
  .default('holm')
  .describe("How Dunn's pairs are adjusted.");
const other = column.describe('The number column of the second measurement in the same rows.');
const low = z
  .number()
  .describe('Lower bound of what counts as equivalent, in the units of the column.');
const high = z.number().describe('Upper bound of what counts as equivalent.');
const success = z.string().max(1000).describe('The value that is counted.');
const event = column.describe('The column whose values are counted.');

/** As R names the procedures: t.test, wilcox.test, aov, oneway.test, kruskal.test, leveneTest, friedman.test, prop.test, car::Anova. */
export const comparisonOptions = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('welch_t'), ...grouped, alternative }),
  z.strictObject({ method: z.literal('student_t'), ...grouped, alternative }),
  z.strictObject({ method: z.literal('mann_whitney'), ...grouped, alternative }),
  z.strictObject({
    method: z.literal('permutation'),
    ...grouped,
    alternative,
    seed: z.int().min(0).max(4_294_967_295).default(1),
  }),
  z.strictObject({ method: z.literal('tost'), ...grouped, low, high }),
  z.strictObject({ method: z.literal('anova'), ...grouped }),
  z.strictObject({ method: z.literal('welch_anova'), ...grouped }),
  z.strictObject({ method: z.literal('kruskal_wallis'), ...grouped, adjust }),
  z.strictObject({ method: z.literal('levene'), ...grouped }),
  z.strictObject({ method: z.literal('brown_forsythe'), ...grouped }),
  z.strictObject({ method: z.literal('bartlett'), ...grouped }),
  z.strictObject({ method: z.literal('fligner_killeen'), ...grouped }),
  z.strictObject({
    method: z.literal('one_sample_t'),
    value,
    mu: z.number().default(0).describe('The mean it is compared with.'),
    alternative,
    ...common,
  }),
  z.strictObject({ method: z.literal('paired_t'), value, other, alternative, ...common }),
  z.strictObject({
    method: z.literal('wilcoxon_signed_rank'),
    value,
    other: other.optional(),
    mu: z.number().default(0),
    alternative,
    ...common,
  }),
  z.strictObject({ method: z.literal('tost_paired'), value, other, low, high, ...common }),
  z.strictObject({ method: z.literal('tost_one_sample'), value, low, high, ...common }),
  z.strictObject({
    method: z.literal('friedman'),
    columns: z.array(column).min(3).max(20).describe('Number columns of the same rows.'),
    ...common,
  }),
  z.strictObject({
    method: z.literal('one_proportion'),
    event,
    success,
    p: z.number().min(0).max(1).default(0.5).describe('The proportion it is compared with.'),
    alternative,
    ...common,
  }),
  z.strictObject({
    method: z.literal('proportions'),
    event,
    success,
    group: grouped.group,
    groups: grouped.groups,
    correct: z.boolean().default(true).describe("Yates' correction of two groups."),
    alternative,
    ...common,
  }),
  z.strictObject({
    method: z.literal('factorial_anova'),
    value,
    factors: z
      .array(column)
      .min(2)
      .max(4)
      .describe('Columns of groups; all their interactions are tested.'),
    covariates: z
      .array(column)
      .max(10)
      .default([])
      .describe('Number columns that are held constant (analysis of covariance).'),
    sums_of_squares: z.union([z.literal(1), z.literal(2), z.literal(3)]).default(3),
    ...common,
  }),
  z.strictObject({
    method: z.literal('repeated_measures_anova'),
    columns: z
      .array(column)
      .min(2)
      .max(20)
      .describe('Number columns: the measurements of each row.'),
    group: column.exactOptional().describe('A column of groups that the rows belong to.'),
    ...common,
  }),
]);
export type ComparisonOptions = z.infer<typeof comparisonOptions>;
export type ComparisonMethod = ComparisonOptions['method'];
