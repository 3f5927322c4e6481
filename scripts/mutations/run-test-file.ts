import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { copy, mutationsFolder } from './copy.ts';
import { whole, type Group } from './groups.ts';
import { trial, type Trial } from './trials.ts';

const log = join(mutationsFolder, 'trials.log');
const task = join(mutationsFolder, 'trials.json');
const report = join(mutationsFolder, 'report.json');
const reported = z.object({
  numFailedTests: z.int(),
  numPassedTests: z.int(),
  numPendingTests: z.int(),
});

/** How long a test may take with a mutant, in milliseconds, where it takes so long without. */
const longest = (needed: number): number => 30_000 + 20 * needed;

/** A test file, and how it is run. */
export interface TestFile {
  readonly test: string;
  readonly isQuick: boolean;
  readonly group: Group;
  readonly isOver: () => boolean;
}

/** Begins a run with these mutants: what is to be tried, and an empty log of what was. */
export function writeTask(of: {
  readonly mutants: readonly string[];
  readonly tried: readonly string[];
  readonly isCoverOnly: boolean;
}): { readonly MUTATION_TRIALS: string } {
  rmSync(log, { force: true });
  writeFileSync(task, JSON.stringify({ ...of, log }));
  return { MUTATION_TRIALS: task };
}

/** What was tried since. */
export const readTrials = (): Trial[] =>
  existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => trial.parse(JSON.parse(line)))
    : [];

export type Ended = 'green' | 'red' | 'stuck' | 'over';

/** Runs one test file in the copy, until a mutant does not end. */
export async function runTestFile(
  { test, isQuick, group, isOver }: TestFile,
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  rmSync(report, { force: true });
  const part = isQuick ? undefined : whole[test];
  const child = spawn(
    process.execPath,
    [
      join(copy, 'node_modules/vitest/vitest.mjs'),
      'run',
      test,
      '--config=scripts/mutations/vitest.config.ts',
      `--root=${copy}`,
      ...(part === undefined ? [] : ['--testNamePattern', part]),
      `--bail=${'MUTATION_APART' in env ? 0 : 1}`,
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    {
      cwd: copy,
      stdio: ['ignore', 'ignore', 'inherit'],
      // A group of its own: what hangs in its workers ends with it.
      detached: true,
      env: {
        ...process.env,
        ...env,
        CI: '',
        TEST_SEED: '1',
        TEST_DEPTH: part === undefined ? 'sample' : 'all',
        ...(group.hasWorkers ? {} : { MUTATION_JOBS_HERE: 'yes' }),
      },
    },
  );
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const begin = performance.now();
  for (;;) {
    const isGone = await Promise.race([
      exit.then(() => true),
      new Promise<false>((resolve) => setTimeout(resolve, 1000, false)),
    ]);
    if (isGone) break;
    const why = isOver() ? 'over' : isStuck(begin, env) ? 'stuck' : null;
    if (why === null || child.pid === undefined) continue;
    process.kill(-child.pid, 'SIGKILL');
    await exit;
    return why;
  }
  if (!existsSync(report)) return 'red';
  const { numFailedTests, numPassedTests, numPendingTests } = reported.parse(
    JSON.parse(readFileSync(report, 'utf8')),
  );
  // A file whose tests all need data that is not here skips them, and notices nothing.
  const hasRun = numPassedTests > 0 || (part === undefined && numPendingTests > 0);
  return child.exitCode === 0 && numFailedTests === 0 && hasRun ? 'green' : 'red';
}

let since = { line: '', at: 0 };
/** Whether the last mutant of the log has been tried for too long, or a whole run with one. */
function isStuck(begin: number, env: Readonly<Record<string, string>>): boolean {
  if (!('MUTATION_TRIALS' in env)) return performance.now() - begin > 300_000;
  const last = readTrials().at(-1);
  const line = JSON.stringify(last ?? '');
  if (line !== since.line) since = { line, at: performance.now() };
  return last?.outcome === 'trying' && performance.now() - since.at > longest(last.needed ?? 0);
}
