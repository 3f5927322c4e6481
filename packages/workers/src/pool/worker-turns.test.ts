import { childProcesses } from '@columnist/testing';
import { AppError } from '@columnist/contract';
import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobRights } from '../index.ts';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '../testing.ts';

const rights: JobRights = { share: 2, running: Infinity, waiting: 5, seconds: 60 };
const options = { quantiles: [], confidence_level: 0.95, correlations: false, plot: false };

let test: TestEngine;
let table: TableRef;
beforeAll(async () => {
  test = await openTestEngine({ workers: 2 });
  ({ table } = await test.admit('a,b\n1,2\n3,4\n'));
});
afterAll(() => test.close());

const small = (user: string) =>
  test.engine.frequencies(table, { column: 'a', order: 'value', limit: 10 }, { user, rights });
/** Jobs that run and jobs that wait, of the fast and of the slow lane. */
const comeTo = (fast: [number, number], slow: [number, number]) =>
  expect
    .poll(
      () => {
        const { lanes } = test.engine.load();
        return [
          [lanes.fast.running, lanes.fast.waiting],
          [lanes.slow.running, lanes.slow.waiting],
        ];
      },
      { timeout: 20_000 },
    )
    .toEqual([fast, slow]);

let pipes = 0;
/** A pipe that nobody writes to: reading it takes as long as the test wants. */
function pipe(): string {
  const path = join(test.folder, `pipe-${++pipes}.csv`);
  execFileSync('mkfifo', [path]);
  return path;
}

/** A job of this user that does not end before it is canceled. */
function hold(user: string) {
  const controller = new AbortController();
  const ended = test.engine
    .describeFile(pipe(), options, { user, rights, signal: controller.signal })
    .catch((error: unknown) => error);
  return async () => {
    controller.abort();
    expect(await ended).toMatchObject({ code: 'canceled' });
  };
}

describe.skipIf(process.platform === 'win32')('workers', () => {
  it('answer a small call while two users have all that they may', async () => {
    const holds = ['a', 'b', 'a', 'b', 'a', 'b'].map(hold);
    await comeTo([0, 0], [1, 5]);
    await expect(small('stranger')).resolves.toMatchObject({ n: 2 });
    await comeTo([0, 0], [1, 5]);
    await Promise.all(holds.map((release) => release()));
    await comeTo([0, 0], [0, 0]);
  });

  it('refuse what one user asks beyond their limit, and serve others', async () => {
    const holds = Array.from({ length: 6 }, () => hold('a'));
    await comeTo([0, 0], [1, 5]);
    await expect(small('a')).rejects.toEqual(
      new AppError(
        'unavailable',
        '5 of your analyses are waiting, and no more may. Try again in a moment.',
        { retry_after: 2, limit: 5 },
      ),
    );
    const { refused } = test.engine.load().lanes.fast;
    await expect(small('a')).rejects.toMatchObject({ code: 'unavailable' });
    expect(test.engine.load().lanes.fast.refused).toBe(refused + 1);
    await expect(small('b')).resolves.toMatchObject({ n: 2 });
    await Promise.all(holds.map((release) => release()));
  });

  it('leave the queue when the caller goes away', async () => {
    const [first, second] = [hold('a'), hold('a')];
    await comeTo([0, 0], [1, 1]);
    await second();
    await comeTo([0, 0], [1, 0]);
    await first();
    await comeTo([0, 0], [0, 0]);
  });

  it('move a fast job that overruns to the slow lane when another user’s waits, and finish it', async () => {
    const release = hold('a');
    await comeTo([0, 0], [1, 0]);
    const source = pipe();
    const overrun = test.engine.preview(source, {}, { user: 'b', rights });
    await comeTo([1, 0], [1, 0]);
    const { moved } = test.engine.load();
    await expect(small('stranger')).resolves.toMatchObject({ n: 2 });
    expect(test.engine.load().moved).toBe(moved + 1);
    await comeTo([0, 0], [1, 1]);
    await rm(source);
    await writeFile(source, 'x,y\n1,2\n');
    await release();
    await expect(overrun).resolves.toEqual({
      lines: ['x,y', '1,2'],
      firstLine: 1,
      rows: [['1', '2']],
    });
  });

  it.runIf(process.platform === 'linux')(
    'that are killed cost their user the start of the next process, and nobody else waits for it',
    async () => {
      const release = hold('a');
      await comeTo([0, 0], [1, 0]);
      // The other worker: both have a process that works.
      await expect(small('b')).resolves.toMatchObject({ n: 2 });
      const before = new Set(childProcesses('process/main.ts'));
      expect(before.size).toBe(2);
      // A process that reads a pipe cannot be interrupted.
      await release();
      const others = (): number[] =>
        childProcesses('process/main.ts').filter((pid) => !before.has(pid));
      // A process has its command line a moment after it was started.
      await expect.poll(others, { timeout: 20_000 }).toHaveLength(1);
      const [started = 0] = others();
      // It does not come to say that it has started.
      process.kill(started, 'SIGSTOP');
      const next = hold('a');
      await comeTo([0, 0], [1, 1]);
      for (let call = 0; call < 3; call++)
        await expect(small('b')).resolves.toMatchObject({ n: 2 });
      await comeTo([0, 0], [1, 1]);
      process.kill(started, 'SIGCONT');
      await comeTo([0, 0], [1, 0]);
      await next();
      await comeTo([0, 0], [0, 0]);
    },
  );
});
