import type { AuditAction, AuditDetails } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { v7 as uuid } from 'uuid';
import type { Clock } from '../context.ts';
import type { AuditPerson } from './audit-trail.ts';
import { writeLine } from './write-lines.ts';

export interface Act {
  /** What did it, in place of a person who asks. */
  readonly via: 'command' | 'server' | 'oauth' | 'payments';
  readonly action: AuditAction;
  readonly subject: AuditPerson | null;
  readonly target?: string;
  readonly details?: AuditDetails;
}

/**
 * Writes what was done without a request of somebody: by a command, a job, an event of the payment
 * provider.
 */
export async function writeAct(
  em: EntityManager,
  clock: Clock,
  { via, action, subject, target, details = {} }: Act,
): Promise<void> {
  await writeLine(em, {
    id: uuid(),
    at: clock.now(),
    actorId: null,
    actorEmail: null,
    subjectId: subject?.id ?? null,
    subjectEmail: subject?.email ?? null,
    via,
    address: via === 'command' || via === 'server' ? 'this machine' : '',
    device: '',
    requestId: '',
    action,
    target: target ?? subject?.email ?? null,
    outcome: 'done',
    details,
  });
}
