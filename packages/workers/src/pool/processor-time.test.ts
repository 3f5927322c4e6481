import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasHadItsTime, leftMs, processorMs, processorUse, usedSince } from './processor-time.ts';

describe('processor time', () => {
  it.runIf(process.platform === 'linux')('is what the process itself has counted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'columnist-(odd) name-'));
    const program = join(folder, 'busy.mjs');
    writeFileSync(
      program,
      'const used = () => (({ user, system }) => (user + system) / 1000)(process.cpuUsage());' +
        'while (used() < 150); process.send(used()); process.on("message", () => {});',
    );
    const child = fork(program);
    try {
      const [used] = await once(child, 'message');
      // A tick of the counter of user time and one of the system's, and what sending took.
      expect(Math.abs((processorMs(child.pid) ?? 0) - Number(used))).toBeLessThanOrEqual(50);
    } finally {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    }
    expect(processorMs(child.pid)).toBeNull();
  });

  it.each([
    ['a job that had 400 ms of a processor', 450, 400, true],
    ['a small job of a busy machine', 1900, 390, false],
    ['a job that waits for a file', 2000, 0, true],
    ['a job whose processor time is not known', 400, null, true],
    ['one of these that has just begun', 399, null, false],
  ])('of %s: %i ms by the clock, %s of a processor: over is %s', (_, lasted, worked, over) => {
    expect(hasHadItsTime(lasted, worked)).toBe(over);
  });

  it.each([
    ['used its time, on two processors', 20_000, { worked: 38_000, waited: 0 }, -18_000],
    ['had half of a processor', 20_000, { worked: 10_000, waited: 10_000 }, 10_000],
    ['had half of one, and waited for a file', 20_000, { worked: 5000, waited: 5000 }, 5000],
    ['had half of two processors', 20_000, { worked: 20_000, waited: 20_000 }, 0],
    ['had a tenth of one as long as it may', 59_000, { worked: 5900, waited: 53_100 }, 1000],
    ['waited as long as it may', 60_000, { worked: 0, waited: 60_000 }, 0],
    ['waits for something else', 20_000, { worked: 0, waited: 0 }, 0],
    ['is not known to have used its time', 20_000, null, 0],
  ])('leaves a job of 20 s that %s, after %i ms, %j: %i ms', (_, lasted, use, left) =>
    expect(leftMs(20_000, lasted, use)).toBe(left),
  );

  it.runIf(process.platform === 'linux')(
    'counts what a process waits while others work',
    async () => {
      const idle = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1e6)']);
      await once(idle.stdout, 'data');
      // Twice as many as there are processors: each waits about half of the time.
      const busy = Array.from({ length: 2 * availableParallelism() }, () =>
        spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
      );
      try {
        const before = processorUse(idle.pid);
        await expect
          .poll(() => busy.every(({ pid }) => (processorUse(pid)?.waited ?? 0) > 500))
          .toBe(true);
        expect(processorUse(busy[0]?.pid)?.worked).toBeGreaterThan(50);
        expect(usedSince(before, processorUse(idle.pid))?.waited).toBeLessThan(250);
      } finally {
        const ended = [...busy, idle].map((child) => once(child, 'exit'));
        [...busy, idle].forEach((child) => child.kill('SIGKILL'));
        await Promise.all(ended);
      }
      expect(processorUse(idle.pid)).toBeNull();
    },
  );
});
