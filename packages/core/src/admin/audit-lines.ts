import {
  actOf,
  sayDetails,
  type AuditEntry as Shown,
  type InputOf,
  type operations,
} from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { User } from '../users/user.entity.ts';
import type { AuditEntry } from '../audit/audit-entry.entity.ts';
import { whereOf, type Where } from '../audit/find-lines.ts';

type Asked = InputOf<(typeof operations)['admin']['exportAudit']>;

/** Which lines an administrator asks for. */
export async function whereAsked(
  em: EntityManager,
  { q, person, outcome, address, ...narrowed }: Asked,
): Promise<Where> {
  const part = (q ?? '').trim();
  const like = { $ilike: `%${part.replace(/[\\%_]/g, String.raw`\$&`)}%` };
  return {
    $and: [
      whereOf(narrowed),
      ...(outcome === undefined ? [] : [{ outcome }]),
      ...(address === undefined || address.trim() === '' ? [] : [{ address: address.trim() }]),
      ...(part === '' ? [] : [{ $or: [{ actorEmail: like }, { target: like }, { action: like }] }]),
      ...(person === undefined || person.trim() === '' ? [] : [await ofPerson(em, person.trim())]),
    ],
  };
}

/** By whom or about whom; addresses are kept as people typed them, also of those who are gone. */
async function ofPerson(em: EntityManager, email: string): Promise<Where> {
  const user = await em.findOne(
    User,
    { emailKey: email.toLowerCase() },
    { fields: ['id', 'email'] },
  );
  const emails = [...new Set([email, email.toLowerCase(), ...(user === null ? [] : [user.email])])];
  return {
    $or: [
      { actorEmail: { $in: emails } },
      { subjectEmail: { $in: emails } },
      ...(user === null ? [] : [{ subjectId: user.id }]),
    ],
  };
}

export function presentAuditEntry(entry: AuditEntry): Shown {
  const { id, at, address, device, requestId, action, outcome, details } = entry;
  return {
    id,
    at: at.toISOString(),
    actor_id: entry.actorId ?? null,
    actor_email: entry.actorEmail ?? null,
    about: entry.subjectEmail ?? null,
    via: entry.via ?? null,
    address,
    device,
    request_id: requestId,
    action,
    ...actOf(action),
    target: entry.target ?? null,
    outcome,
    details,
    more: sayDetails(action, details),
    number: entry.seq ?? null,
    seal: entry.seq == null ? 'none' : entry.adopted ? 'adopted' : 'written',
  };
}
