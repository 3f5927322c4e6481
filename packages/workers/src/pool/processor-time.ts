import { readdirSync, readFileSync } from 'node:fs';

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

/**
 * Milliseconds that the threads of a process have been ready to run while others had the processor;
 * null where the system does not say, or the process has ended. What threads that have ended waited
 * is not in it. See the second figure of /proc/PID/schedstat in sched-stats of the Linux kernel.
 */
export function waitedMs(pid: number | undefined): number | null {
  if (process.platform !== 'linux' || pid === undefined) return null;
  try {
    const threads = `/proc/${pid}/task`;
    return readdirSync(threads).reduce((sum, thread) => sum + threadWaitedMs(threads, thread), 0);
  } catch {
    return null;
  }
}

function threadWaitedMs(threads: string, thread: string): number {
  try {
    return Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    // It has ended since the folder was read, or the kernel does not count it.
    return 0;
  }
}

/** What a process has had of a processor, and has waited for one. */
export interface ProcessorUse {
  readonly worked: number;
  readonly waited: number;
}

/** What a process has used so far, in milliseconds; null where that is not known. */
export function processorUse(pid: number | undefined): ProcessorUse | null {
  const [worked, waited] = [processorMs(pid), waitedMs(pid)];
  return worked === null || waited === null ? null : { worked, waited };
}

/** What was used between two readings; null where either is not known. */
export const usedSince = (
  before: ProcessorUse | null,
  now: ProcessorUse | null,
): ProcessorUse | null =>
  before === null || now === null
    ? null
    : { worked: now.worked - before.worked, waited: Math.max(0, now.waited - before.waited) };

/** How many times its time a job may take by the clock, where others had the processor. */
const mostByClock = 3;

/**
 * Milliseconds that a job has left of its `limit`, after it `lasted` so many by the clock, of which
 * it `worked` and `waited` for a processor; none is left at 0 or less. On a busy machine the time in
 * which it could have worked but others had the processor does not count, up to three times its limit
 * by the clock. The time in which it waits for anything else counts, as all does where its use is
 * not known: a job that does nothing holds its worker no longer than one that works.
 */
export function leftMs(limit: number, lasted: number, use: ProcessorUse | null): number {
  const had = use === null ? lasted : Math.max(use.worked, lasted - use.waited);
  return Math.min(limit - had, mostByClock * limit - lasted);
}
