import { z } from 'zod';
import { view, viewEffect } from '../view.ts';

/** Of a call by a program. */
export const answerIdGiven = z
  .string()
  .exactOptional()
  .describe('Of a call by a program: explain takes it.');

/** What a result was computed from and how; every analysis carries it. */
export const provenance = z.object({
  answer_id: answerIdGiven,
  dataset_id: z.uuid().nullable().describe('null for data sent with the call.'),
  dataset_version: z.int().nullable(),
  engine_version: z.string(),
  view: view.nullable().describe('null means all rows in file order.'),
  view_in_words: z.array(z.string()).exactOptional().describe('What the view does, part by part.'),
  view_effects: z
    .array(viewEffect)
    .exactOptional()
    .describe('What each part of the view did, where it has more than conditions and an order.'),
  n_used: z.int().describe('Rows used.'),
  n_excluded: z
    .array(z.object({ reason: z.string(), n: z.int() }))
    .describe('Rows left out, with the reason.'),
  method: z.record(z.string(), z.string()).describe('Which variant of each procedure was used.'),
});
export type Provenance = z.infer<typeof provenance>;
