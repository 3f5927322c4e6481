import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { copy, mutationsFolder } from './copy.ts';
import { whole } from './groups.ts';

export type Outcome = 'killed' | 'survived' | 'error' | 'timeout';

const report = z.object({ numFailedTests: z.int(), numPassedTests: z.int() });

interface Asked {
  /** Milliseconds. */
  readonly longest: number;
  /** Further arguments of vitest. */
  readonly args?: readonly string[];
  /** Whether a sample of the cases suffices. */
  readonly isQuick?: boolean;
}

/**
 * What becomes of these test files in the copy: 'killed' where a test fails, 'survived' where all
 * pass; a run that does not end in time, or that fails without a failing test, is neither.
 */
export async function runTests(
  files: readonly string[],
  { longest, args = [], isQuick = false }: Asked,
): Promise<Outcome> {
  const result = join(mutationsFolder, 'result.json');
  rmSync(result, { force: true });
  const [only] = files;
  const part = !isQuick && files.length === 1 && only !== undefined ? whole[only] : undefined;
  const child = spawn(
    process.execPath,
    [
      join(copy, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...files,
      ...(part === undefined ? [] : ['--testNamePattern', part]),
      '--reporter=json',
      `--outputFile=${result}`,
      ...args,
    ],
    {
      cwd: copy,
      stdio: 'ignore',
      // A group of its own: what hangs in its workers ends with it.
      detached: true,
      env: { ...process.env, TEST_SEED: '1', TEST_DEPTH: part === undefined ? 'sample' : 'all' },
    },
  );
  const isTooLong = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(true), longest);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
  if (child.pid !== undefined && isTooLong) process.kill(-child.pid, 'SIGKILL');
  if (isTooLong) return 'timeout';
  if (!existsSync(result)) return 'error';
  const { numFailedTests, numPassedTests } = report.parse(JSON.parse(readFileSync(result, 'utf8')));
  if (numFailedTests > 0) return 'killed';
  return child.exitCode === 0 && numPassedTests > 0 ? 'survived' : 'error';
}
