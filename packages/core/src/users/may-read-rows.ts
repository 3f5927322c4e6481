import type { Actor } from '../context.ts';

/**
 * Whether a caller may see single rows. A key or an agent without the scope `rows` may not; one for
 * aggregates alone never has it.
 */
export const mayReadRows = (actor: Pick<Actor, 'scopes'> | null): boolean =>
  actor === null || actor.scopes.includes('rows');
