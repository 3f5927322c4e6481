import { execFile, type ChildProcess } from 'node:child_process';

/** On Linux the kernel limits a worker's private memory (RLIMIT_DATA). */
export const hasDataLimit = process.platform === 'linux';

const everyMs = 50;

/**
 * Where the kernel sets no limit the process's resident memory is looked at, one look after the
 * other. Returns the end of the watch.
 */
export function watchMemory(
  child: ChildProcess,
  memoryMb: number,
  exceeded: () => void,
): () => void {
  if (hasDataLimit) return () => {};
  let timer = setTimeout(look, everyMs);
  let ended = false;
  function look(): void {
    execFile('ps', ['-o', 'rss=', '-p', String(child.pid)], (_, kilobytes) => {
      if (ended) return;
      if (Number(kilobytes) / 1024 > memoryMb) exceeded();
      else timer = setTimeout(look, everyMs);
    });
  }
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
