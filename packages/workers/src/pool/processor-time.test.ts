import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasHadItsTime, leftMs, processorMs } from './processor-time.ts';

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
    ['used its time, on two processors', 20_000, 38_000, -18_000],
    ['had half of a processor', 20_000, 10_000, 10_000],
    ['had a tenth of a processor, for as long as it may take', 59_000, 5900, 1000],
    ['waits for something, for as long as it may take', 60_000, 0, 0],
    ['is not known to have used its time', 20_000, null, 0],
  ])(
    'leaves a job of 20 s that %s, after %i ms, %s of a processor: %i ms',
    (_, lasted, worked, left) => expect(leftMs(20_000, lasted, worked)).toBe(left),
  );
});
