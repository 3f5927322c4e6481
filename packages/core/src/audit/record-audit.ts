import type { AuditAction, AuditDetails, Operation } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { v7 as uuid } from 'uuid';
import { deviceOf } from '../users/device-of.ts';
import { countAttempt } from '../users/throttle.ts';
import type { Actor, ServiceContext } from '../context.ts';
import type { AuditPerson } from './audit-trail.ts';
import type { ChainedLine } from './chain.ts';
import { writeLine } from './write-lines.ts';

export interface AuditFacts {
  /** An act that has words for the log, or an operation, which says at least what it does. */
  readonly action: AuditAction | Operation;
  /** What it was done to, as a person knows it; never a secret. */
  readonly target?: string;
  readonly outcome: 'done' | 'denied';
  readonly details?: AuditDetails;
  /** Whose account it is about, where that is not the caller's. */
  readonly subject?: AuditPerson;
}

/**
 * Lines an hour that people can cause who may not do what they try: strangers about one account,
 * strangers about no account,
 * all of them together, and somebody who is signed in. Beyond, one line says that more was left
 * out; so nobody fills the disk.
 */
export const linesAnHour = { aboutOne: 60, aboutNone: 1000, signedIn: 300 } as const;
const hour = 3600;

/**
 * Writes one line of the audit log. With `em` in a transaction it is written when, and only when,
 * that is committed; else at
 * once, so that it is there also where the request fails.
 */
export async function recordAudit(
  ctx: ServiceContext,
  { action: act, outcome, ...facts }: AuditFacts,
  em: EntityManager = ctx.em.fork(),
): Promise<void> {
  const { actor, audit } = ctx;
  const action = typeof act === 'string' ? act : act.path;
  const isStranger = actor !== null && cameByLink(actor);
  const who = (isStranger ? null : actor?.user) ?? audit.proved;
  const subject = facts.subject ?? audit.subject ?? actor?.user ?? who;
  audit.written = outcome;
  const line: ChainedLine = {
    id: uuid(),
    at: ctx.clock.now(),
    actorId: who?.id ?? null,
    actorEmail: who?.email ?? null,
    subjectId: subject?.id ?? null,
    subjectEmail: subject?.email ?? null,
    via: isStranger ? null : (actor?.via ?? null),
    address: short(ctx.address),
    device: ctx.userAgent === '' ? '' : deviceOf(ctx.userAgent),
    requestId: ctx.requestId,
    action,
    target: nullable(facts.target ?? audit.target),
    outcome,
    details: Object.fromEntries(
      Object.entries({ ...audit.details, ...facts.details, ...meansOf(actor) }).map(
        ([name, value]) => [name, short(value)],
      ),
    ),
  };
  const bound = boundOf(who, subject, outcome);
  if (bound === null) return writeLine(em, line);
  const before = await countAttempt(ctx, `audit-${bound.subject}`, hour, em);
  const most = bound.lines * ctx.settings.throttleScale;
  if (before.attempts <= most) return writeLine(em, line);
  if (before.attempts > most + 1) return;
  return writeLine(em, {
    ...line,
    action: 'audit.limited',
    target: null,
    details: { action, until: new Date(before.startedAt.getTime() + hour * 1000).toISOString() },
  });
}

/**
 * A link acts for who asked for it, and anyone may have it: it is neither a session nor a key nor an
 * agent.
 */
const cameByLink = ({ sessionId, keyId, agent }: Actor): boolean =>
  sessionId === null && keyId === undefined && agent === null;

/** By what the caller acts for the user, where that is not their browser. */
function meansOf(actor: Actor | null): AuditDetails {
  if (actor === null) return {};
  if (cameByLink(actor)) return { by: 'link' };
  if (actor.agent !== null) return { agent: actor.agent.name };
  if (actor.via === 'session') return {};
  return { key: actor.keyName ?? 'of the account' };
}

/** What somebody may do who proved who they are is always written. */
function boundOf(
  who: { readonly id: string } | null,
  subject: { readonly id: string } | null,
  outcome: 'done' | 'denied',
): { readonly subject: string; readonly lines: number } | null {
  if (who !== null)
    return outcome === 'done' ? null : { subject: `denied:${who.id}`, lines: linesAnHour.signedIn };
  return subject === null
    ? { subject: 'strangers', lines: linesAnHour.aboutNone }
    : { subject: `about:${subject.id}`, lines: linesAnHour.aboutOne };
}

const longest = 300;
/** As the database keeps it, so that its hash is that of what is read. */
const short = (text: string): string => text.replaceAll('\0', '').slice(0, longest).toWellFormed();
const nullable = (text: string | null): string | null => (text === null ? null : short(text));
