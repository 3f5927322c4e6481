import { z } from 'zod';
import { auditActors, auditKinds } from '../audit.ts';
import { csvDownload } from '../files.ts';
import { defineOperation, sessionOnly } from '../operation.ts';
import { pageInput, pageOf } from '../pagination.ts';

/** A line of the audit log, as the person it is about sees it. */
export const activity = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime(),
    kind: z.enum(auditKinds),
    action: z.string(),
    said: z.string().describe('The action in words.'),
    by: z
      .enum(auditActors)
      .describe(
        'you in the browser, a key or an agent of yours, an administrator, the server, or somebody ' +
          'who was not signed in.',
      ),
    via: z.string().nullable(),
    address: z
      .string()
      .nullable()
      .describe('Network address it came from; null for administrators and the server.'),
    device: z
      .string()
      .nullable()
      .describe('Browser and system, as far as they tell; for what you did yourself.'),
    target: z.string().nullable(),
    outcome: z.enum(['done', 'denied']),
    details: z.record(z.string(), z.string()),
    more: z.string().describe('The details in words; empty where the action says it all.'),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof activity>;

const which = {
  kind: z.enum(auditKinds).optional().describe('Only lines about this.'),
  from: z.iso.datetime().optional().describe('Not before this instant.'),
  to: z.iso.datetime().optional().describe('Before this instant.'),
};

export const authListActivityInput = z.strictObject({ ...pageInput, ...which });
export const authExportActivityInput = z.strictObject(which);

/** What happened to an account, for its owner. */
export const activityOperations = {
  listActivity: defineOperation({
    path: 'auth.listActivity',
    kind: 'query',
    input: authListActivityInput,
    output: pageOf(activity),
    access: sessionOnly,
    cost: 0,
    summary: 'What was done to your account and by it, and what was denied, newest first.',
    rest: { method: 'get', path: '/api/v1/auth/activity' },
  }),
  exportActivity: defineOperation({
    path: 'auth.exportActivity',
    kind: 'query',
    input: authExportActivityInput,
    output: csvDownload,
    access: sessionOnly,
    cost: 0,
    audit: { not: 'It repeats what the log says to the person it is about.' },
    summary: 'The same as CSV.',
    rest: { method: 'get', path: '/api/v1/auth/activity/export', answer: 'file' },
  }),
};
