import { actOf, sayDetails, type Activity, type AuditActor } from '@columnist/contract';
import type { AuditEntry } from './audit-entry.entity.ts';

/** What only the person can judge, and what to do about it. */
const advice: ReadonlyMap<string, string> = new Map([
  ['auth.replay', 'Change your password if this was not you'],
]);
const own: ReadonlySet<AuditActor> = new Set(['you', 'key', 'agent']);
const isOwn = (by: AuditActor): boolean => own.has(by);

/**
 * Of others the person sees what they are: of strangers the address too, of administrators and the
 * server no more.
 */
export function presentActivity(entry: AuditEntry, userId: string): Activity {
  const { id, at, action, outcome, details } = entry;
  const by = actorOf(entry, userId);
  return {
    id,
    at: at.toISOString(),
    ...actOf(action),
    action,
    by,
    via: isOwn(by) ? (entry.via ?? null) : null,
    address: (isOwn(by) || by === 'somebody') && entry.address !== '' ? entry.address : null,
    device: isOwn(by) && entry.device !== '' ? entry.device : null,
    target: entry.target ?? null,
    outcome,
    details,
    more: [sayDetails(action, details), advice.get(action) ?? '']
      .filter((part) => part !== '')
      .join('. '),
  };
}

function actorOf({ actorId, via }: AuditEntry, userId: string): AuditActor {
  if (via === 'oauth') return 'agent';
  if (via === 'api-key') return 'key';
  if (actorId === userId) return 'you';
  if (via === 'command' || via === 'session') return 'administrator';
  return via === null || via === undefined ? 'somebody' : 'server';
}
