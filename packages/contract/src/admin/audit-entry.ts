import { z } from 'zod';
import { auditKinds } from '../audit.ts';

/** A line of the audit log. */
export const auditEntry = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime(),
    actor_id: z.uuid().nullable(),
    actor_email: z.string().nullable(),
    via: z.string().nullable(),
    address: z.string(),
    device: z.string(),
    request_id: z.string(),
    action: z.string(),
    kind: z.enum(auditKinds),
    said: z.string().describe('The action in words.'),
    about: z
      .string()
      .nullable()
      .describe('The account it is about: its e-mail, where it is still there.'),
    target: z.string().nullable(),
    outcome: z.enum(['done', 'denied']),
    details: z.record(z.string(), z.string()),
    more: z.string().describe('The details in words; empty where the action says it all.'),
    number: z
      .int()
      .nullable()
      .describe('Its place in the chain; null where what wrote it could not give it one.'),
    seal: z
      .enum(['written', 'adopted', 'none'])
      .describe(
        'Whether it was sealed when it was written, or later (adopted: nothing proves that nobody changed it before), or not.',
      ),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;

/** How far the chain of the audit log was checked, and what is wrong with it. */
export const auditCheck = z
  .object({
    checked_at: z.iso.datetime(),
    first: z.int().describe('Number of the first line that can be checked.'),
    checked_to: z.int().describe('Number of the last line that was checked.'),
    last: z.int().describe('Number of the last line there should be.'),
    unsealed: z
      .int()
      .describe(
        'Lines without a place in the chain: somebody wrote them by hand, or a server of an earlier version or with another secret.',
      ),
    problem: z.object({ line: z.int().nullable(), message: z.string() }).nullable(),
    end: z
      .string()
      .nullable()
      .describe('Number and hash of the last line, to be kept elsewhere; once all is checked.'),
    next_cursor: z
      .string()
      .nullable()
      .describe('For the next part; null at the end, and where there is a problem.'),
  })
  .meta({ id: 'AuditCheck' });
export type AuditCheck = z.infer<typeof auditCheck>;
