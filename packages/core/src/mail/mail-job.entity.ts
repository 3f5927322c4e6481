import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/**
 * A message to write and send; what it says is looked up when it is sent, so that no link is kept
 * here.
 */
export const MailJob = defineEntity({
  name: 'MailJob',
  properties: {
    id: p.uuid().primary(),
    kind: p.text(),
    emailKey: p.text(),
    facts: p.json<Record<string, string>>(),
    createdAt: p.datetime(),
    attempts: p.integer(),
    nextAttemptAt: p.datetime().index(),
  },
});
export type MailJob = InferEntity<typeof MailJob>;
