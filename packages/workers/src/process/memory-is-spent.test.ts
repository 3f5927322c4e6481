import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { memoryIsSpent } from './memory-is-spent.ts';

// A job cannot be made to leave so much behind: allocators give back what is freed.
test.skipIf(process.platform !== 'linux')(
  'a process at rest may have taken three quarters of its memory, beside what V8 reserves',
  () => {
    const [, kilobytes] =
      /^VmData:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    const taken = Number(kilobytes) / 1024 - 512;
    expect(taken).toBeGreaterThan(10);
    expect(memoryIsSpent((1.1 * taken) / 0.75)).toBe(false);
    expect(memoryIsSpent((0.9 * taken) / 0.75)).toBe(true);
  },
);
