import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sharedData } from './shared-data.ts';

const figures = z.object({
  n: z.int(),
  missing: z.int(),
  distinct: z.int(),
  min: z.string(),
  q1_type7: z.string(),
  median: z.string(),
  q3_type7: z.string(),
  max: z.string(),
  sum: z.string(),
  mean: z.string(),
  var_samp: z.string(),
  sd_samp: z.string(),
});
const summaries = z.record(
  z.string(),
  z.object({
    file: z.string(),
    rows: z.int(),
    columns: z.int(),
    numeric: z.record(z.string(), figures),
  }),
);
export type ExactSummary = z.output<typeof summaries>[string];

/**
 * Files of `../shared/data/datasets` with the figures of their columns by exact rational
 * arithmetic; none where they are not here.
 */
export function exactSummaries(): readonly (readonly [string, ExactSummary])[] {
  const { isHere, path } = sharedData('datasets');
  if (!isHere) return [];
  const text = readFileSync(join(path, 'summary-exact.json'), 'utf8');
  return Object.entries(summaries.parse(JSON.parse(text)));
}
