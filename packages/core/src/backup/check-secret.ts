import type { Secrets } from '../users/secrets.ts';

/**
 * The same for the same APP_SECRET; it tells nothing about it. Those of the fallbacks follow that
 * of the current one.
 */
export const secretChecks = (secrets: Secrets): readonly [string, ...string[]] =>
  secrets.lookups('backup');
