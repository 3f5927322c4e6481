import { childProcesses } from '@columnist/testing';
import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { fitAside } from './fit-aside.ts';
import { fitText } from './fit-result.ts';

const processes = (): number[] => childProcesses('tinypool');
const large = new TextEncoder().encode(
  JSON.stringify({ items: Array.from({ length: 20_000 }, (_, i) => i), total: 20_000 }),
);

test.skipIf(!existsSync('/proc/self/task'))(
  'a process that the system ends while it has nothing to do takes nobody with it (needs /proc)',
  async () => {
    const fitted = fitText(large, 'concise');
    expect(await fitAside(large, 'concise')).toEqual(fitted);
    const idle = processes();
    expect(idle).toHaveLength(1);
    for (const pid of idle) process.kill(pid, 'SIGKILL');
    // Until its end is heard of, an answer may be given to it.
    await vi.waitFor(async () => expect(await fitAside(large, 'concise')).toEqual(fitted), {
      timeout: 30_000,
    });
    expect(processes()).not.toEqual(idle);
  },
);
