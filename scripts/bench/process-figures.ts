import { readFileSync } from 'node:fs';

/** Megabytes of memory that a process holds. */
export const residentMb = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1e6;

/** The most that it has held so far. */
export const peakMb = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Seconds of a processor that a process has had, its own and the system's for it. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The largest memory of each process while work is done, over what it was before. */
export async function peakOverIdle(
  pids: readonly number[],
  work: () => Promise<void>,
): Promise<number[]> {
  const idle = pids.map(residentMb);
  const peaks = [...idle];
  const watch = setInterval(
    () => pids.forEach((pid, i) => (peaks[i] = Math.max(peaks[i] ?? 0, residentMb(pid)))),
    50,
  );
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return peaks.map((peak, i) => peak - (idle[i] ?? 0));
}
