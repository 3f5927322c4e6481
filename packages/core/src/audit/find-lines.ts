import type { AuditKind } from '@columnist/contract';
import { actionsOf } from '@columnist/contract';
import type { FilterQuery } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { z } from 'zod';
import { readCursor, writeCursor } from '../database/cursor.ts';
import { AuditEntry } from './audit-entry.entity.ts';

const cursorParts = z.tuple([z.uuid()]);
const linesAtOnce = 500;

/** What both views may be narrowed to. */
export interface LineFilter {
  readonly kind?: AuditKind | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export type Where = FilterQuery<AuditEntry>;

export const whereOf = ({ kind, from, to }: LineFilter): Where => ({
  ...(kind === undefined ? {} : { action: { $in: actionsOf(kind) } }),
  ...(from === undefined && to === undefined
    ? {}
    : {
        at: {
          ...(from === undefined ? {} : { $gte: new Date(from) }),
          ...(to === undefined ? {} : { $lt: new Date(to) }),
        },
      }),
});

/** A page of lines, newest first; ids are ordered by time. */
export async function pageOfLines(
  em: EntityManager,
  where: Where,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const beyond: Where =
    cursor === undefined ? {} : { id: { $lt: readCursor(cursor, cursorParts)[0] } };
  const found = await em.find(
    AuditEntry,
    { $and: [where, beyond] },
    { orderBy: { id: 'desc' }, limit: limit + 1 },
  );
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    page,
    total: await em.count(AuditEntry, where),
    next_cursor: found.length > page.length && last !== undefined ? writeCursor(last.id) : null,
  };
}

/** All of them, some at a time. */
export async function* allLines(em: EntityManager, where: Where): AsyncGenerator<AuditEntry> {
  for (let last: string | null = null; ;) {
    const some: AuditEntry[] = await em
      .fork()
      .find(
        AuditEntry,
        { $and: [where, last === null ? {} : { id: { $lt: last } }] },
        { orderBy: { id: 'desc' }, limit: linesAtOnce },
      );
    yield* some;
    last = some.at(-1)?.id ?? last;
    if (some.length < linesAtOnce) return;
  }
}
