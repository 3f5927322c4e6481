import { z } from 'zod';
import { doors } from '../operation.ts';

export const ledgerEntry = z.object({
  operation: z.string(),
  method: z.string(),
  options: z.record(z.string(), z.unknown()).describe('As asked; the operation takes them again.'),
  question: z.string().describe('What was asked, whatever came of it.'),
  finding: z.string().describe('What was found when it was run first, in one sentence.'),
  columns: z.array(z.string()),
  by: z.string().describe('Who ran it first.'),
  via: z.enum(['session', 'api-key', 'oauth']),
  door: z.enum(doors),
  dataset_version: z.int(),
  run_at: z.string().describe('When it was run first, ISO 8601.'),
  times: z.int(),
  p_value: z.number(),
  holm: z.number(),
  bh: z.number().describe('Benjamini and Hochberg.'),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** What a test asks, by its alternative hypothesis: 'Do these data show that the mean …?' */
export const questionOf = (alternative: string): string =>
  `Do these data show that ${alternative.replace(/^The /, 'the ').replace(/\.$/, '')}?`;

/** Every distinct test run on a dataset: the family that its p-values belong to. */
export const ledger = z
  .object({ dataset_id: z.uuid(), tests: z.int(), entries: z.array(ledgerEntry) })
  .meta({ id: 'TestLedger' });
export type Ledger = z.infer<typeof ledger>;
