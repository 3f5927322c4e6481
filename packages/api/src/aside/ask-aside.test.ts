import { childProcesses } from '@columnist/testing';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { askAside } from './ask-aside.ts';

const processes = (): number[] => childProcesses('tinypool');

/** A body of three values, in a file of its own. */
async function bodyOfThree(): Promise<{ readonly path: string }> {
  const path = join(tmpdir(), `columnist-aside-${randomUUID()}.json`);
  onTestFinished(() => rm(path, { force: true }));
  await writeFile(path, '{"data":{"a":[1,2,3]}}');
  return { path };
}
const readThree = async (): Promise<unknown> => askAside('readValues', await bodyOfThree());
const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
  for (const pid of pids) process.kill(pid, name);
};

describe.skipIf(!existsSync('/proc/self/task'))(
  'a process beside the server that the system ends, as when memory is short (needs /proc)',
  () => {
    test('while it has nothing to do: the server and the next request go on', async () => {
      expect(await readThree()).toEqual({ fields: {}, cells: 3 });
      const idle = processes();
      expect(idle.length).toBeGreaterThan(0);
      signal(idle, 'SIGKILL');
      // Until their end is heard of, a request may be given to them.
      await vi.waitFor(async () => expect(await readThree()).toEqual({ fields: {}, cells: 3 }), {
        timeout: 30_000,
      });
      expect(processes().filter((pid) => idle.includes(pid))).toEqual([]);
    });

    test('while it reads a request: that one can be sent again', async () => {
      await readThree();
      const body = await bodyOfThree();
      const idle = processes();
      // Stopped, it cannot answer before its end.
      signal(idle, 'SIGSTOP');
      const asked = askAside('readValues', body);
      signal(idle, 'SIGKILL');
      await expect(asked).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(/^The process that read this request ended .* Try again/),
        details: { retry_after: 2 },
      });
      expect(await readThree()).toEqual({ fields: {}, cells: 3 });
    });
  },
);
