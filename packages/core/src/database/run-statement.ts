import type { EntityManager } from '@mikro-orm/sql';
import { CompiledQuery } from 'kysely';

/**
 * Rows of a statement in which `$1` means the first value. Its text is a constant: each
 * connection prepares it once and keeps it.
 */
export async function runStatement(
  em: EntityManager,
  text: string,
  values: readonly unknown[],
): Promise<unknown[]> {
  return (await em.getKysely().executeQuery(CompiledQuery.raw(text, [...values]))).rows;
}
