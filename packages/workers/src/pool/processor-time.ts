import { readFileSync } from 'node:fs';

/** Of Linux, on every machine (USER_HZ). */
const tickMs = 10;

/**
 * Milliseconds of a processor that a process has had, its own and the system's for it; null where
 * the system does not say, or the process has ended. See proc_pid_stat(5).
 */
export function processorMs(pid: number | undefined): number | null {
  if (process.platform !== 'linux' || pid === undefined) return null;
  try {
    // The name before may hold spaces and parentheses.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return null;
  }
}

/** How much of a processor a fast job may have while others wait. */
const fastMs = 400;
/** How long it may take by the clock, such as one that waits for a file. */
const fastClockMs = 2000;

/**
 * Whether a fast job that `lasted` so many milliseconds by the clock, and `worked` so many of a
 * processor, has had its time. By the clock alone, the smallest job of a busy machine would be moved
 * to the slow lane for what others do; null where the processor time is not known.
 */
export const hasHadItsTime = (lasted: number, worked: number | null): boolean =>
  (worked ?? lasted) >= fastMs || lasted >= fastClockMs;

/** How many times its time a job may take by the clock, where others had the processor. */
const mostByClock = 3;

/**
 * Milliseconds that a job has left of its `limit`, after it `lasted` so many by the clock and
 * `worked` so many of a processor; none is left at 0 or less. On a busy machine a job that has not
 * had its time of a processor goes on, for three times its limit by the clock; where the processor
 * time is not known, the clock counts.
 */
export const leftMs = (limit: number, lasted: number, worked: number | null): number =>
  Math.min(limit - (worked ?? lasted), mostByClock * limit - lasted);
