import { readdirSync, readFileSync } from 'node:fs';

/**
 * Processes that this process has started, in the order of their start, whose command line has the
 * words. Linux.
 */
export function childProcesses(words: string): number[] {
  const children = readdirSync(`/proc/${process.pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${process.pid}/task/${task}/children`, 'utf8').trim().split(' '),
  );
  return children
    .map(Number)
    .filter((pid) => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(words));
}
