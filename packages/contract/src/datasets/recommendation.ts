import { z } from 'zod';
import { view } from '../view.ts';
import { provenance } from './provenance.ts';

const column = z.string().min(1).max(1000);

export const recommendOptions = {
  value: column.describe('What is compared: a number column, or any column of few values.'),
  by: column.describe('By what: a column of groups, or a number column.'),
  paired: z.boolean().default(false).describe('Both are measurements of the same thing, in the same units.'),
  view: view.optional(),
};

export const recommendation = z
  .object({
    ...provenance.shape,
    operation: z.enum(['compare_groups', 'analyze_association']),
    method: z.string(),
    name: z.string(),
    options: z.record(z.string(), z.unknown()).describe('What to call the operation with, beside the dataset and the view.'),
    why: z.string(),
    rejected: z.array(z.object({ method: z.string(), name: z.string(), why: z.string() })),
    checks: z.array(z.object({ name: z.string(), verdict: z.enum(['holds', 'doubtful']), said: z.string() })),
  })
  .meta({ id: 'Recommendation' });
export type Recommendation = z.infer<typeof recommendation>;
