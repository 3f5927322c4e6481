/** Whether the end of a key or link has passed by the clock of this browser. */
export const hasEnded = (end: string): boolean => Date.parse(end) <= Date.now();
