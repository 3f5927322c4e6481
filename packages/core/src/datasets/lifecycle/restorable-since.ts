const restoreSeconds = 10;

/** Datasets deleted before this instant are beyond restoring. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - restoreSeconds * 1000);
