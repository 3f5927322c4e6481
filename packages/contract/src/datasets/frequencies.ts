import { z } from 'zod';
import { cell, view } from '../view.ts';
import { provenance } from './provenance.ts';

export const spellingMethods = ['fingerprint', 'ngram', 'metaphone', 'cologne', 'nearest'] as const;
export type SpellingMethod = (typeof spellingMethods)[number];
/** Different texts that are looked through for spellings. */
export const mostSpelled = 200_000;

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
  spellings: z
    .enum(spellingMethods)
    .optional()
    .describe('Also clusters of texts that are likely spellings of one.'),
};

const cluster = z.object({
  into: z.string().describe('The spelling that most rows have.'),
  n: z.int().describe('Rows.'),
  values: z.array(z.object({ value: z.string(), n: z.int() })),
});
export type SpellingCluster = z.infer<typeof cluster>;

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
    spellings: z
      .object({
        method: z.enum(spellingMethods),
        found: z.int().describe('Clusters there are; at most the limit are listed.'),
        is_whole: z
          .boolean()
          .describe('False where texts that share a frequent part were not all compared.'),
        clusters: z
          .array(cluster)
          .describe('Merge them by the step recode of a view, from each value to into.'),
      })
      .exactOptional(),
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
