import { z } from 'zod';
import { view } from '../view.ts';
import { provenance } from './provenance.ts';
import { assumptionVerdict } from './test-result.ts';

const column = z.string().min(1).max(1000);

export const recommendOptions = {
  value: column.describe('A number column, or one of few values.'),
  by: column.describe('A column of groups, or a number column.'),
  paired: z.boolean().default(false).describe('Both measure the same thing, in the same units.'),
  ask: z
    .enum(['any', 'compare', 'relate'])
    .default('any')
    .describe("compare: each value of 'by' is a group; relate: do both go together?"),
  groups: z
    .array(z.string().max(1000))
    .min(2)
    .max(50)
    .optional()
    .describe("Values of 'by' to compare; all where left out."),
  view: view.optional(),
};

export const recommendation = z
  .object({
    ...provenance.shape,
    operation: z.enum(['compare_groups', 'analyze_association']),
    method: z.string(),
    name: z.string(),
    options: z
      .record(z.string(), z.unknown())
      .describe('What to call the operation with, beside the dataset and the view.'),
    why: z.string(),
    rejected: z.array(z.object({ method: z.string(), name: z.string(), why: z.string() })),
    checks: z.array(z.object({ name: z.string(), verdict: assumptionVerdict, said: z.string() })),
  })
  .meta({ id: 'Recommendation' });
export type Recommendation = z.infer<typeof recommendation>;
