import { operations, type InputOf, type OutputOf } from '@columnist/contract';
import { z } from 'zod';
import { AuditEntry } from '../audit/audit-entry.entity.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { readCursor, writeCursor } from '../datasets/cursor.ts';

type Audit = (typeof operations)['admin']['audit'];

const cursorParts = z.tuple([z.uuid()]);

/** The audit log, newest first; ids are ordered by time. */
export async function listAudit(ctx: ServiceContext, input: InputOf<Audit>): Promise<OutputOf<Audit>> {
  authorize(ctx, operations.admin.audit);
  const part = (input.q ?? '').trim();
  const like = { $ilike: `%${part.replace(/[\\%_]/g, String.raw`\$&`)}%` };
  const where = {
    ...(input.outcome === undefined ? {} : { outcome: input.outcome }),
    ...(part === '' ? {} : { $or: [{ actorEmail: like }, { target: like }, { action: like }] }),
  };
  const beyond = input.cursor === undefined ? {} : { id: { $lt: readCursor(input.cursor, cursorParts)[0] } };
  const found = await ctx.em.find(AuditEntry, { $and: [where, beyond] }, { orderBy: { id: 'desc' }, limit: input.limit + 1 });
  const page = found.slice(0, input.limit);
  const last = page.at(-1);
  const items = page.map((entry) => ({
    id: entry.id,
    at: entry.at.toISOString(),
    actor_id: entry.actorId ?? null,
    actor_email: entry.actorEmail ?? null,
    via: entry.via ?? null,
    address: entry.address,
    request_id: entry.requestId,
    action: entry.action,
    target: entry.target ?? null,
    outcome: entry.outcome,
    details: entry.details,
  }));
  return { items, total: await ctx.em.count(AuditEntry, where), next_cursor: found.length > page.length && last !== undefined ? writeCursor(last.id) : null };
}
