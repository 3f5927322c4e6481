import type { EntityManager } from '@mikro-orm/sql';

/** Deletes rows of one feature that decide nothing any more; a job calls it. */
export type Forget = (em: EntityManager, now: Date) => Promise<unknown>;

export const daysBefore = (now: Date, days: number): Date =>
  new Date(now.getTime() - days * 86_400_000);
