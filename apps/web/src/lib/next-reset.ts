/** The first instant of the month of a date, UTC, from which calls are counted. */
export const startOfMonth = (date: Date): string =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)).toISOString();

/** The instant the monthly count starts again: the first of the next calendar month, UTC. */
export function nextReset(lastReset: string): string {
  const last = new Date(lastReset);
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1, 1)).toISOString();
}
