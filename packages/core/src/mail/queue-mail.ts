import type { EntityManager } from '@mikro-orm/sql';
import { v7 as uuid } from 'uuid';
import type { ServiceContext } from '../context.ts';
import type { MailKind } from './write-mail.ts';
import { MailJob } from './mail-job.entity.ts';

/**
 * Notes a message in the caller's transaction; the job sends it, whatever happens to this process.
 */
export async function queueMail(
  em: EntityManager,
  ctx: Pick<ServiceContext, 'clock'>,
  kind: MailKind,
  email: string,
  facts: Record<string, string> = {},
): Promise<void> {
  const now = ctx.clock.now();
  await em.insert(MailJob, {
    id: uuid(),
    kind,
    emailKey: email.trim().toLowerCase(),
    facts,
    createdAt: now,
    attempts: 0,
    nextAttemptAt: now,
  });
}
