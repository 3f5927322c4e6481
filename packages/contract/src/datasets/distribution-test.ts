import { z } from 'zod';
import { byName } from '../by-name.ts';
import { view } from '../view.ts';

const name = z.string().min(1).max(1000);
const common = { view: view.optional(), confidence_level: z.number().gt(0).lt(1).default(0.95) };
const column = name.describe('A number column.');

/** A distribution given whole, none of it estimated from the data. */
export const givenDistribution = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('normal'), mean: z.number(), sd: z.number().positive() }),
  z.strictObject({ name: z.literal('uniform'), min: z.number(), max: z.number() }),
  z.strictObject({ name: z.literal('exponential'), rate: z.number().positive() }),
]);
export type GivenDistribution = z.infer<typeof givenDistribution>;

/** As R and SciPy name the procedures: shapiro.test, nortest::ad.test, lillie.test, jarque_bera, normaltest, ks.test, chisq.test. */
export const distributionTestOptions = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('shapiro_wilk'), column, ...common }),
  z.strictObject({ method: z.literal('anderson_darling'), column, ...common }),
  z.strictObject({ method: z.literal('lilliefors'), column, ...common }),
  z.strictObject({ method: z.literal('jarque_bera'), column, ...common }),
  z.strictObject({ method: z.literal('dagostino_k2'), column, ...common }),
  z.strictObject({
    method: z.literal('kolmogorov_smirnov'),
    column,
    distribution: givenDistribution,
    ...common,
  }),
  z.strictObject({
    method: z.literal('kolmogorov_smirnov_two_sample'),
    column,
    group: name,
    groups: z.array(z.string().max(1000)).length(2).optional(),
    ...common,
  }),
  z.strictObject({
    method: z.literal('chi_square_goodness_of_fit'),
    column: name,
    expected: byName(z.string().max(10_000), z.number().positive())
      .optional()
      .describe('Share of each value, in proportion; all alike where left out.'),
    ...common,
  }),
  z.strictObject({
    method: z.literal('autocorrelation'),
    column,
    lags: z
      .int()
      .min(1)
      .max(100)
      .default(1)
      .describe('Lags up to this one, in the order of the rows.'),
    ...common,
  }),
  z.strictObject({ method: z.literal('grubbs'), column, ...common }),
  z.strictObject({
    method: z.literal('z_score_outliers'),
    column,
    threshold: z.number().positive().default(3),
    ...common,
  }),
  z.strictObject({
    method: z.literal('tukey_outliers'),
    column,
    k: z.number().positive().default(1.5),
    ...common,
  }),
  z.strictObject({
    method: z.literal('mahalanobis_outliers'),
    columns: z.array(name).min(2).max(20),
    alpha: z.number().gt(0).lt(1).default(0.001),
    ...common,
  }),
]);
export type DistributionTestOptions = z.infer<typeof distributionTestOptions>;
