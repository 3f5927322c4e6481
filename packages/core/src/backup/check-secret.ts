import type { Secrets } from '../accounts/secrets.ts';

/** The same for the same APP_SECRET; it tells nothing about it. */
export const secretCheck = (secrets: Secrets): string => secrets.lookup('backup');
