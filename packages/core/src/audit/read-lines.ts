import { z } from 'zod';
import type { ChainedLine } from './chain.ts';

const line = z.object({
  id: z.string(),
  at: z.coerce.date(),
  actor_id: z.string().nullable(),
  actor_email: z.string().nullable(),
  subject_id: z.string().nullable(),
  subject_email: z.string().nullable(),
  via: z.string().nullable(),
  address: z.string(),
  device: z.string(),
  request_id: z.string(),
  action: z.string(),
  target: z.string().nullable(),
  outcome: z.enum(['done', 'denied']),
  details: z.record(z.string(), z.unknown()),
  seq: z.coerce.number().nullable(),
  hash: z.string().nullable(),
  adopted: z.boolean(),
});
export type Line = z.output<typeof line>;

/** Rows of the table as its statements answer them. */
export const lines = z.array(line);

/**
 * What a row says, without its place. A detail that was made something else than text is not what
 * was written.
 */
export function readLine(row: Line): ChainedLine {
  const { id, at, via, address, device, action, target, outcome, adopted } = row;
  return {
    id,
    at,
    actorId: row.actor_id,
    actorEmail: row.actor_email,
    subjectId: row.subject_id,
    subjectEmail: row.subject_email,
    via,
    address,
    device,
    requestId: row.request_id,
    action,
    target,
    outcome,
    adopted,
    details: Object.fromEntries(
      Object.entries(row.details).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
      ]),
    ),
  };
}
