import { z } from 'zod';
import { field } from '../field.ts';
import { ofNothing } from '../leaning.ts';

const figures = {
  n: z
    .number()
    .min(2)
    .max(1e9)
    .optional()
    .describe(
      'Values: of each group for two samples, proportions and analyses of variance; pairs; ' +
        'all for correlations and χ².',
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

/**
 * What a design takes; its effect is described, and called so in the browser, with a usual size.
 */
export const designInput = (description: string, label: string, first: number) => ({
  ...figures,
  effect: field(figures.effect.describe(description), { kind: 'figure', label, first }),
});

/** What designs share: they have a form of their own. */
export const design = {
  family: 'designs',
  tier: 'paid',
  sentence: [],
  leansOn: () => ofNothing,
} as const;
