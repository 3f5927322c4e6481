/** The UTC calendar month of an instant, as 2026-11. */
export const monthOf = (instant: Date): string => instant.toISOString().slice(0, 7);
/** The UTC day of an instant, as 2026-11-20. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);
export const monthStart = (instant: Date): Date => new Date(`${monthOf(instant)}-01T00:00:00.000Z`);
export const nextMonthStart = (instant: Date): Date =>
  new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 1));
