import type { EntityManager } from '@mikro-orm/sql';
import { v7 as uuid } from 'uuid';
import type { ServiceContext } from '../context.ts';
import { AuditEntry } from './audit-entry.entity.ts';

export interface AuditFacts {
  /** The operation, e.g. admin.assignRole. */
  readonly action: string;
  /** What it was done to, as a person knows it; never a secret. */
  readonly target?: string;
  readonly outcome: 'done' | 'denied';
  readonly details?: Readonly<Record<string, string>>;
}

/** Writes one line of the audit log, unless `em` is the caller's transaction in a statement of its own: it stands also where the request fails. */
export async function recordAudit(ctx: ServiceContext, { action, target, outcome, details = {} }: AuditFacts, em: EntityManager = ctx.em.fork()): Promise<void> {
  const { actor } = ctx;
  await em.insert(AuditEntry, {
    id: uuid(),
    at: ctx.clock.now(),
    actorId: actor?.user.id ?? null,
    actorEmail: actor?.user.email ?? null,
    via: actor?.via ?? null,
    address: ctx.address,
    requestId: ctx.requestId,
    action,
    target: target ?? null,
    outcome,
    details,
  });
}
