import { z } from 'zod';
import { resultPicture } from './test-result.ts';

const alternative = z.enum(['two_sided', 'less', 'greater']).default('two_sided');
const asked = {
  n: z
    .number()
    .min(2)
    .max(1e9)
    .optional()
    .describe(
      'Values: of each group for two samples, proportions and analyses of variance; pairs; all for correlations and χ².',
    ),
  effect: z.number().optional(),
  alpha: z
    .number()
    .gt(0)
    .lt(1)
    .optional()
    .describe('Where left out, and something else is too: 0.05.'),
  power: z.number().gt(0).lt(1).optional(),
};

/** As R's pwr names the procedures. One of n, effect and power is left out and found; all three given, alpha is. */
export const powerOptions = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('two_sample_t'),
    ...asked,
    effect: asked.effect.describe("Cohen's d."),
    alternative,
  }),
  z.strictObject({
    method: z.literal('one_sample_t'),
    ...asked,
    effect: asked.effect.describe("Cohen's d."),
    alternative,
  }),
  z.strictObject({
    method: z.literal('paired_t'),
    ...asked,
    effect: asked.effect.describe("Cohen's d of the differences."),
    alternative,
  }),
  z.strictObject({
    method: z.literal('anova'),
    ...asked,
    effect: asked.effect.describe("Cohen's f."),
    groups: z.int().min(2).max(100),
  }),
  z.strictObject({
    method: z.literal('two_proportions'),
    ...asked,
    effect: asked.effect.describe("Cohen's h."),
    alternative,
  }),
  z.strictObject({
    method: z.literal('one_proportion'),
    ...asked,
    effect: asked.effect.describe("Cohen's h."),
    alternative,
  }),
  z.strictObject({
    method: z.literal('correlation'),
    ...asked,
    effect: asked.effect.describe('Correlation r.'),
    alternative,
  }),
  z.strictObject({
    method: z.literal('chi_square'),
    ...asked,
    effect: asked.effect.describe("Cohen's w."),
    df: z.int().min(1).max(10_000),
  }),
]);
export type PowerOptions = z.infer<typeof powerOptions>;

export const powerResult = z
  .object({
    engine_version: z.string(),
    procedure: z.object({ method: z.string(), name: z.string() }),
    solved: z.enum(['n', 'effect', 'power', 'alpha']),
    n: z.number().describe('Not rounded: plan with the next whole number.'),
    effect: z.number(),
    alpha: z.number(),
    power: z.number(),
    picture: resultPicture,
    sentence: z.string(),
    code: z.object({ r: z.string(), python: z.string() }),
  })
  .meta({ id: 'PowerResult' });
export type PowerResult = z.infer<typeof powerResult>;
