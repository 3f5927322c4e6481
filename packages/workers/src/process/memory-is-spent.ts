import { readFileSync } from 'node:fs';
import { reservedMb } from '../reserved-memory.ts';

/** Share of a worker's memory that may be taken while it rests. */
const share = 3 / 4;

/**
 * Whether this process, at rest, has so much memory taken of the `memoryMb` that it may use that
 * the next job could miss it. Allocators keep the addresses of memory that they have freed, and on
 * Linux the limit of the process (RLIMIT_DATA) counts these; elsewhere resident memory is limited.
 */
export function memoryIsSpent(memoryMb: number): boolean {
  const taken =
    process.platform === 'linux'
      ? Number(/^VmData:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) /
          1024 -
        reservedMb
      : process.memoryUsage().rss / 2 ** 20;
  return taken > share * memoryMb;
}
