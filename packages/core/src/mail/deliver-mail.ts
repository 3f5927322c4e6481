import type { EntityManager } from '@mikro-orm/sql';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { hashToken, randomToken } from '../users/secrets.ts';
import { EmailToken } from '../users/session.entity.ts';
import { lockUser } from '../users/lock-user.ts';
import { User } from '../users/user.entity.ts';
import type { ServiceContext } from '../context.ts';
import { MailJob } from './mail-job.entity.ts';
import { mailKinds, writeMail, type MailKind } from './write-mail.ts';

const tokenHours: Partial<Record<MailKind, number>> = { verify: 24, reset: 1 };
const leaseSeconds = 120;
/** Seconds before the next attempt; after the last one the message is given up. */
const pauses = [5, 30, 120, 600, 3600, 4 * 3600, 12 * 3600];

type DeliverContext = Pick<ServiceContext, 'em' | 'ports' | 'settings' | 'clock' | 'log'>;

/**
 * Job: sends what is due, several replicas side by side. A message is sent at least once; answers
 * how many were sent.
 */
export async function deliverMail(ctx: DeliverContext): Promise<number> {
  let sent = 0;
  for (;;) {
    const job = await take(ctx);
    if (job === null) return sent;
    try {
      await deliver(ctx, job);
      await ctx.em.nativeDelete(MailJob, { id: job.id });
      sent += 1;
    } catch (error) {
      await postpone(ctx, job, error);
    }
  }
}

const taken = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(mailKinds),
    email_key: z.string(),
    facts: z.record(z.string(), z.string()),
    attempts: z.coerce.number(),
    created_at: z.coerce.date(),
  }),
);
type Job = z.output<typeof taken>[number];

/** One due job, leased so that no other replica takes it while it is sent. */
async function take({ em, clock }: DeliverContext): Promise<Job | null> {
  const now = clock.now();
  const rows = await em.execute(
    `update mail_job set attempts = attempts + 1, next_attempt_at = ? where id =
       (select id from mail_job where next_attempt_at <= ? order by next_attempt_at, id limit 1 for update skip locked)
     returning id, kind, email_key, facts, attempts, created_at`,
    [new Date(now.getTime() + leaseSeconds * 1000), now],
  );
  const [job] = taken.parse(rows);
  return job ?? null;
}

async function deliver(ctx: DeliverContext, job: Job): Promise<void> {
  const user = await ctx.em.fork().findOne(User, { emailKey: job.email_key, isActive: true });
  // An address that is not verified may be a stranger's: the name, of a person or of a key, would
  // be what somebody else wants them to read.
  const greeted = user?.emailVerifiedAt ? user.fullName : '';
  const [to, fullName] =
    job.kind === 'account_deleted'
      ? [job.email_key, job.facts['full_name'] ?? '']
      : [user?.email, greeted];
  // Asked for an address nobody has, or verified meanwhile: there is nothing to send.
  if (to === undefined || (job.kind === 'verify' && user?.emailVerifiedAt)) return;
  const link =
    user === null || tokenHours[job.kind] === undefined
      ? ''
      : linkOf(
          ctx,
          job.kind,
          await makeToken(ctx, user, job.kind === 'reset' ? 'reset' : 'verify'),
        );
  const at = `${job.created_at.toISOString().slice(0, 16).replace('T', ' at ')} UTC`;
  const { name, ...others } = job.facts;
  const facts = user?.emailVerifiedAt && name !== undefined ? { ...others, name } : others;
  await ctx.ports.mail.send(
    writeMail(job.kind, to, { fullName, publicUrl: ctx.settings.publicUrl, link, at, facts }),
  );
}

function linkOf({ settings }: DeliverContext, kind: MailKind, token: string): string {
  return kind === 'reset'
    ? `${settings.publicUrl}/app/reset-password?token=${token}`
    : `${settings.publicUrl}/api/v1/auth/verify-email?token=${token}`;
}

/** A new single-use link; it makes earlier ones void. */
async function makeToken(
  { em, clock }: DeliverContext,
  user: User,
  purpose: 'verify' | 'reset',
): Promise<string> {
  const token = randomToken();
  const now = clock.now();
  await em.fork().transactional(async (inner: EntityManager) => {
    // The user first, as all do who end links.
    await lockUser(inner, user.id);
    await inner.nativeUpdate(EmailToken, { user: user.id, purpose, usedAt: null }, { usedAt: now });
    inner.create(EmailToken, {
      id: uuid(),
      user: user.id,
      purpose,
      tokenHash: hashToken(token),
      expiresAt: new Date(now.getTime() + (tokenHours[purpose] ?? 1) * 3_600_000),
      usedAt: null,
    });
  });
  return token;
}

async function postpone(ctx: DeliverContext, job: Job, error: unknown): Promise<void> {
  const pause = pauses[job.attempts - 1];
  ctx.log.warn(
    { err: error, mail: job.id, kind: job.kind, attempt: job.attempts },
    pause === undefined ? 'mail given up' : 'mail not sent, will be tried again',
  );
  if (pause === undefined) await ctx.em.nativeDelete(MailJob, { id: job.id });
  else
    await ctx.em.nativeUpdate(
      MailJob,
      { id: job.id },
      { nextAttemptAt: new Date(ctx.clock.now().getTime() + pause * 1000) },
    );
}
