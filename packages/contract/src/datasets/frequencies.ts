import { z } from 'zod';
import { cell, view } from '../view.ts';
import { provenance } from './provenance.ts';

export const frequenciesOptions = {
  column: z.string().min(1).max(1000),
  view: view.optional(),
  order: z
    .enum(['count', 'value'])
    .optional()
    .describe(
      'Most frequent first, or by value; left out: by value where an order of levels was set.',
    ),
  limit: z.int().min(1).max(1000).default(50),
};

export const frequencies = z
  .object({
    ...provenance.shape,
    column: z.string(),
    n: z.int().describe('Values present.'),
    missing: z.int(),
    distinct: z.int(),
    items: z.array(
      z.object({
        value: cell,
        label: z.string().exactOptional().describe('What the value means, where that was set.'),
        n: z.int(),
        share: z.number().describe('Of the values present.'),
        cumulative_share: z.number(),
      }),
    ),
    groups_withheld: z
      .int()
      .exactOptional()
      .describe(
        'Groups left out for a credential that may not read rows: those of fewer than 5 rows, ' +
          'and others from which these would follow.',
      ),
    others: z.object({ values: z.int(), n: z.int() }).describe('What the limit cut off.'),
  })
  .meta({ id: 'Frequencies' });
export type Frequencies = z.infer<typeof frequencies>;
