import { readdirSync, readFileSync } from 'node:fs';

/** The worker processes of this test process, in the order in which they were started (Linux). */
export function workerProcesses(): number[] {
  const children = readdirSync(`/proc/${process.pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${process.pid}/task/${task}/children`, 'utf8').trim().split(' '),
  );
  return children
    .map(Number)
    .filter(
      (pid) => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('process/main.ts'),
    );
}
