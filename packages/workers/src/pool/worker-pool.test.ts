import { childProcesses } from '@columnist/testing';
import { AppError } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { openTestEngine, type TestEngine } from '../testing.ts';

const workers = (): number[] => childProcesses('process/main.ts');

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 2 });
  await Promise.all([test.engine.ready(), test.engine.ready()]);
});
afterAll(() => test.close());

const slowFile = `a,b\n${Array.from({ length: 300_000 }, (_, i) => `${i},${Math.sin(i).toFixed(9)}`).join('\n')}\n`;
const options = { quantiles: [0.1, 0.5], confidence_level: 0.95, correlations: true, plot: true };

/** The worker that was started last; throws where there is none, as signals to 0 reach every process of the group. */
function newest(pids: readonly number[]): number {
  const pid = pids.at(-1);
  if (pid === undefined) throw new Error('There is no worker process.');
  return pid;
}

/** The workers that have this file open (Linux). */
const workersWith = (path: string): number[] =>
  workers().filter((pid) =>
    readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === path),
  );

const peakMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

describe('workers', () => {
  it('stop when a call is canceled, and the next call works', async () => {
    const { table } = await test.admit('a,b\n1,2\n3,4\n');
    const source = await test.write(slowFile);
    const controller = new AbortController();
    const canceled = test.engine.admit(
      { source, parquet: join(test.folder, 'canceled.parquet') },
      { signal: controller.signal },
    );
    // It is being written.
    await expect
      .poll(() => test.leftovers(), { interval: 5, timeout: 20_000 })
      .toContain('canceled.parquet.part');
    controller.abort();
    await expect(canceled).rejects.toMatchObject({ code: 'canceled' });
    await expect(
      test.engine.frequencies(table, { column: 'a', order: 'value', limit: 10 }),
    ).resolves.toMatchObject({ n: 2, distinct: 2 });
    expect((await test.leftovers()).filter((name) => name.startsWith('canceled'))).toEqual([]);
  });

  it('answer a wrong order with a failed job, and go on', async () => {
    const { table } = await test.admit('a,b\n1,2\n3,4\n');
    await Promise.all([test.engine.ready(), test.engine.ready()]);
    const before = new Set(workers());
    expect(before.size).toBe(2);
    await expect(
      test.engine.frequencies(table, { column: 'a', order: 'value', limit: Number.NaN }),
    ).rejects.toMatchObject({ code: 'internal' });
    await test.engine.frequencies(table, { column: 'a', order: 'value', limit: 10 });
    expect(new Set(workers())).toEqual(before);
  });

  it('refuse a call that is canceled while it waits', async () => {
    const one = await openTestEngine({ workers: 1 });
    const source = await one.write(slowFile);
    const running = one.engine.admit({ source, parquet: join(one.folder, 'first.parquet') });
    const waiting = one.engine.admit(
      { source, parquet: join(one.folder, 'second.parquet') },
      { signal: AbortSignal.timeout(20) },
    );
    await expect(waiting).rejects.toMatchObject({ code: 'canceled' });
    await expect(running).resolves.toMatchObject({ rowCount: 300_000 });
    await one.close();
  });

  it('stop a job that takes too long', async () => {
    const hasty = await openTestEngine({ workers: 1, timeoutSeconds: 0.05 });
    await expect(hasty.admit(slowFile)).rejects.toMatchObject({
      code: 'too_complex',
      message: 'This took longer than 0.05 seconds and was stopped.',
    });
    expect(await hasty.leftovers()).toEqual([]);
    await hasty.close();
  });

  it('say which plan stopped a job, and the remedy', async () => {
    const rights = {
      share: 2,
      running: Infinity,
      waiting: 5,
      seconds: 0.05,
      plan: 'Free',
      remedies: { late: 'Upgrade to Pro.', crowded: '' },
    };
    const source = await test.write(slowFile);
    const late = test.engine.admit(
      { source, parquet: join(test.folder, 'late.parquet') },
      { user: 'late', rights },
    );
    await expect(late).rejects.toEqual(
      new AppError(
        'too_complex',
        'This took longer than 0.05 seconds, as long as a job may take on the Free plan, and was stopped.',
        { fix: 'Upgrade to Pro.' },
      ),
    );
  });

  it.skipIf(process.platform !== 'linux')(
    'that die take their own job with them and no other',
    async () => {
      const three = await openTestEngine({ workers: 3 });
      await three.engine.ready();
      const source = await three.write(slowFile);
      const outcomes = Promise.allSettled(
        ['one', 'two'].map((name) =>
          three.engine.admit(
            { source, parquet: join(three.folder, `${name}.parquet`) },
            { user: name },
          ),
        ),
      );
      let readers: number[] = [];
      const find = (): number => {
        readers = workersWith(source);
        return readers.length;
      };
      await expect.poll(find, { interval: 5, timeout: 20_000 }).toBeGreaterThan(0);
      process.kill(newest(readers), 'SIGKILL');
      const settled = await outcomes;
      const fulfilled = settled.find((outcome) => outcome.status === 'fulfilled');
      const rejected = settled.find((outcome) => outcome.status === 'rejected');
      expect(fulfilled?.value.rowCount).toBe(300_000);
      expect(rejected?.reason).toEqual(
        new AppError('unavailable', 'The analysis was interrupted. Try again.'),
      );
      expect((await three.leftovers()).filter((name) => /^(?:one|two)/.test(name))).toHaveLength(1);
      await expect(Promise.all([three.engine.ready(), three.engine.ready()])).resolves.toEqual([
        true,
        true,
      ]);
      await three.close();
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'keep their memory bounded on one line of 50 MB',
    async () => {
      const others = new Set(workers());
      const one = await openTestEngine({ workers: 1 });
      await one.engine.ready();
      await expect(one.refusal(`a,b\n1,${'x'.repeat(50_000_000)}\n2,y\n`)).resolves.toMatchObject({
        message: 'Line 2 is longer than 8 MB.',
      });
      expect(peakMb(newest(workers().filter((pid) => !others.has(pid))))).toBeLessThan(400);
      await one.close();
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'end a job that needs more memory than it may use',
    async () => {
      const small = await openTestEngine({ workers: 1, memoryMb: 500 });
      const rows = (count: number): string =>
        `a,b\n${Array.from({ length: count }, (_, i) => `${i},${String(i).repeat(20)}x\n`).join('')}`;
      await expect(small.admit(rows(1_000_000))).rejects.toMatchObject({
        code: 'too_complex',
        message: 'This needs more memory than one job may use.',
      });
      expect(await small.leftovers()).toEqual([]);
      await expect(small.admit(rows(1000))).resolves.toMatchObject({
        admitted: { rowCount: 1000 },
      });
      await small.close();
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'count texts that do not fit into their memory on the disk, and leave nothing there',
    async () => {
      const small = await openTestEngine({ workers: 1, memoryMb: 1000 });
      const texts = Array.from({ length: 1_000_000 }, (_, i) => `${i},${String(i).repeat(20)}x\n`);
      const { admitted } = await small.admit(`a,b\n${texts.join('')}`);
      expect(admitted.columns.map(({ distinct }) => distinct)).toEqual([1_000_000, 1_000_000]);
      expect(await small.leftovers()).toEqual(['1.parquet']);
      await small.close();
    },
  );

  it.skipIf(process.platform !== 'linux')('end with their parent', async () => {
    const script = `const { createEngine } = await import(${JSON.stringify(join(import.meta.dirname, '../index.ts'))}); const engine = createEngine({ workers: 1, tempDir: ${JSON.stringify(join(test.folder, 'orphan'))} }); await engine.ready(); console.log('ready'); setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => parent.stdout.once('data', resolve));
    const [worker] = readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8')
      .trim()
      .split(' ');
    parent.kill('SIGKILL');
    await expect.poll(() => existsSync(`/proc/${worker}`), { timeout: 5000 }).toBe(false);
  });

  it('give the same bytes twice', async () => {
    const content = `x,y,g\n${Array.from({ length: 200_000 }, (_, i) => `${Math.sin(i)},${(i * 7919) % 1000},${'abc'[i % 3]}`).join('\n')}\n`;
    const [first, second] = [await test.admit(content), await test.admit(content)];
    expect(JSON.stringify(second.admitted)).toBe(JSON.stringify(first.admitted));
    expect(JSON.stringify(await test.engine.describe(first.table, options))).toBe(
      JSON.stringify(await test.engine.describe(second.table, options)),
    );
  });

  it('name the nearest columns for one that does not exist', async () => {
    const { table } = await test.admit('body_mass_g,species\n1,a\n2,b\n');
    await expect(
      test.engine.frequencies(table, { column: 'body_mas', order: 'count', limit: 10 }),
    ).rejects.toMatchObject({ code: 'unknown_column', details: { suggestions: ['body_mass_g'] } });
  });
});
