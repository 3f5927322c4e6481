import { z } from 'zod';
import { byName } from '../by-name.ts';
import { view } from '../view.ts';

const column = z.string().min(1).max(1000);
const common = {
  formula: z
    .string()
    .min(3)
    .max(4000)
    .describe(
      'As in R: "y ~ x + group", "y ~ x * group + I(x^2) - 1", "log(y) ~ x"; names that are no plain words in backticks.',
    ),
  predict: z
    .array(byName(column, z.union([z.string().max(1000), z.number(), z.boolean()])))
    .min(1)
    .max(50)
    .exactOptional()
    .describe('Values of the explaining columns for which a prediction is wanted.'),
  folds: z
    .int()
    .min(2)
    .max(20)
    .exactOptional()
    .describe('Cross-validation: this many parts are predicted from the others.'),
  test_share: z
    .number()
    .gt(0)
    .lt(1)
    .exactOptional()
    .describe('Train and test: this share of the rows is predicted by a model of the others.'),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .default(1)
    .describe('Draws the parts.'),
  view: view.optional(),
  confidence_level: z.number().gt(0).lt(1).default(0.95),
};

/** As R names the procedures: lm, glm(family = binomial), glm(family = poisson). */
export const regressionOptions = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('linear'),
    ...common,
    weights: column.exactOptional().describe('A number column of weights.'),
    errors: z
      .enum(['classical', 'hc0', 'hc1', 'hc2', 'hc3'])
      .default('classical')
      .describe('Standard errors; HC3 does without equal variances.'),
    sums_of_squares: z
      .union([z.literal(1), z.literal(2), z.literal(3)])
      .default(2)
      .describe('Type of the tests of the terms.'),
    means: z
      .array(z.string().min(1).max(1000))
      .min(1)
      .max(10)
      .exactOptional()
      .describe(
        "Estimated marginal means of these groups, others held constant: 'g', or 'g:h' for each combination.",
      ),
  }),
  z.strictObject({ method: z.literal('logistic'), ...common }),
  z.strictObject({ method: z.literal('poisson'), ...common }),
]);
export type RegressionOptions = z.infer<typeof regressionOptions>;
