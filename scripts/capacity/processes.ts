import { readdirSync, readFileSync } from 'node:fs';

/** Seconds of a processor that a process has had, with its children, ended ones among them. */
export function secondsOf(pid: number): number {
  const all = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .map(Number);
      const [, parent = 0] = fields;
      // utime, stime, and those of children that were waited for: see proc_pid_stat(5).
      const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + (fields[at] ?? 0), 0);
      return [{ pid: Number(name), parent, seconds: ticks / 100 }];
    } catch {
      return [];
    }
  });
  const of = (one: number): number =>
    (all.find((process) => process.pid === one)?.seconds ?? 0) +
    all.filter(({ parent }) => parent === one).reduce((sum, child) => sum + of(child.pid), 0);
  return of(pid);
}
