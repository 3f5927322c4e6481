import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { copy, mutationsFolder } from './copy.ts';
import { withSwitches, type Mutant } from './find-mutants.ts';
import { whole, type Group } from './groups.ts';
import { trial, type Trial } from './trials.ts';

export type Outcome = 'killed' | 'survived' | 'timeout';
/**
 * Of a mutant and a test file: 'passed' where no test of the file notices it, 'apart' where the file
 * has to be loaded again with it, and has not been.
 */
const found = z.record(z.string(), z.enum(['killed', 'passed', 'timeout', 'apart']));
type Found = z.infer<typeof found>[string];

const kept = join(mutationsFolder, 'found.json');
const log = join(mutationsFolder, 'trials.log');
const task = join(mutationsFolder, 'trials.json');
const report = join(mutationsFolder, 'report.json');
const reported = z.object({ numFailedTests: z.int(), numPassedTests: z.int() });

/** How long a test may take with a mutant, in milliseconds, where it takes so long without. */
const longest = (needed: number): number => 30_000 + 20 * needed;

interface Limits {
  readonly isOver: () => boolean;
  /** Only the tests near the files, of which a sample of the cases suffices. */
  readonly isQuick: boolean;
}

/**
 * What becomes of these mutants of a group, each said as soon as it is known: 'killed' where a test
 * fails that passes without it, 'survived' where every test that runs it passes; a test that does
 * not end with it proves nothing. What was not tried before the time is over is missing. Throws
 * where a test file is not green without mutants.
 */
export async function tryMutants(
  group: Group,
  mutants: readonly Mutant[],
  { isOver, isQuick }: Limits,
  sayOutcome: (mutant: Mutant, outcome: Outcome) => void,
): Promise<Map<Mutant, Outcome>> {
  const { files, switches } = await withSwitches(group, mutants, copy);
  for (const [file, text] of files) writeFileSync(join(copy, file), text);
  const known = existsSync(kept) ? found.parse(JSON.parse(readFileSync(kept, 'utf8'))) : {};
  const outcomes = new Map<Mutant, Outcome>();
  const alive = new Map(switches);
  /** Files that have to be loaded again with these mutants. */
  const left: { readonly file: File; readonly apart: ReadonlySet<string>; readonly end: Ending }[] =
    [];
  const tests = testsOf(isQuick ? group.quick : group.tests).map((test) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(copy, test)))
      .digest('hex');
    const keyOf = ({ key }: Mutant): string => `${key} ${hash.slice(0, 20)} ${isQuick}`;
    return { file: { test, isQuick, group, isOver }, keyOf };
  });
  const end = (id: string, mutant: Mutant, outcome: Outcome): void => {
    alive.delete(id);
    outcomes.set(mutant, outcome);
    sayOutcome(mutant, outcome);
  };
  // What is known of any file comes first: nothing is tried on what another one kills.
  for (const { keyOf } of tests)
    for (const [id, mutant] of alive) {
      const before = known[keyOf(mutant)];
      if (before === 'killed' || before === 'timeout') end(id, mutant, before);
    }
  for (const { file, keyOf } of tests) {
    const conclude: Ending = (id, outcome) => {
      const mutant = alive.get(id);
      if (mutant === undefined) return;
      known[keyOf(mutant)] = outcome;
      writeFileSync(kept, JSON.stringify(known));
      if (outcome === 'killed' || outcome === 'timeout') end(id, mutant, outcome);
    };
    const open = [...alive].filter(([, mutant]) => known[keyOf(mutant)] === undefined);
    const apart =
      open.length === 0
        ? new Set<string>()
        : await tryTogether(
            file,
            open.map(([id]) => id),
            conclude,
          );
    if (apart === null) return outcomes;
    for (const [id, mutant] of open) known[keyOf(mutant)] ??= apart.has(id) ? 'apart' : 'passed';
    writeFileSync(kept, JSON.stringify(known));
    const toLoad = [...alive].flatMap(([id, mutant]) =>
      known[keyOf(mutant)] === 'apart' ? [id] : [],
    );
    left.push({ file, apart: new Set(toLoad), end: conclude });
  }
  // Only now: a mutant that another file kills within one process needs no run of its own. Each is
  // tried first on the file that killed most of those in its own file, else on the one that is
  // named most like it.
  const killsOf = new Map(
    tests.map(({ file, keyOf }) => [
      file,
      Map.groupBy(
        mutants.filter((mutant) => known[keyOf(mutant)] === 'killed'),
        (mutant) => mutant.file,
      ),
    ]),
  );
  const hopeOf = (file: File, mutant: Mutant): number =>
    100 * (killsOf.get(file)?.get(mutant.file)?.length ?? 0) + likeness(file.test, mutant.file);
  const order = new Map(
    [...alive].map(([id, mutant]) => [
      id,
      left
        .filter(({ apart }) => apart.has(id))
        .toSorted((a, b) => hopeOf(b.file, mutant) - hopeOf(a.file, mutant)),
    ]),
  );
  for (let round = 0; [...alive.keys()].some((id) => order.get(id)?.[round]); round++)
    for (const one of left) {
      const open = [...alive.keys()].filter((id) => order.get(id)?.[round] === one);
      if (!(await tryApart(one.file, open, one.end))) return outcomes;
    }
  for (const mutant of alive.values()) {
    outcomes.set(mutant, 'survived');
    sayOutcome(mutant, 'survived');
  }
  return outcomes;
}

/** How many words the two paths have in common within their packages. */
function likeness(test: string, file: string): number {
  const wordsOf = (path: string): Set<string> =>
    new Set(path.replace(/^.*\/src\//, '').split(/\W/));
  const words = wordsOf(file);
  return [...wordsOf(test)].filter((word) => words.has(word)).length;
}

/** In the order of the globs: what is quick comes first. */
const testsOf = (globs: readonly string[]): string[] => [
  ...new Set(globs.flatMap((one) => globSync(one, { cwd: copy }).toSorted())),
];

interface File {
  readonly test: string;
  readonly isQuick: boolean;
  readonly group: Group;
  readonly isOver: () => boolean;
}

type Ending = (id: string, outcome: Found) => void;

/**
 * Tries the mutants on one test file within one process; gives those that need a run of their own,
 * as they are run before or after its tests or leave something behind, and null where the time is
 * over before.
 */
async function tryTogether(
  file: File,
  ids: readonly string[],
  conclude: Ending,
): Promise<Set<string> | null> {
  const begin = performance.now();
  const tried: string[] = [];
  const apart = new Set<string>();
  let open = [...ids];
  let isCoverOnly = false;
  for (;;) {
    rmSync(log, { force: true });
    writeFileSync(task, JSON.stringify({ mutants: open, tried, isCoverOnly, log }));
    const ended = await runTests(file, { MUTATION_TRIALS: task });
    const trials = readTrials();
    for (const { mutant, test, outcome } of trials) {
      if (outcome === 'passed') tried.push(`${mutant} ${test}`);
      else if (outcome === 'killed' || outcome === 'timeout') conclude(mutant, outcome);
      else if (outcome !== 'trying') apart.add(mutant);
    }
    const mutantsThat = (...some: readonly Trial['outcome'][]): string[] =>
      trials.filter(({ outcome }) => some.includes(outcome)).map(({ mutant }) => mutant);
    const lost = new Set(mutantsThat('killed', 'timeout'));
    const spoiled = mutantsThat('spoiled');
    if (ended === 'over') return null;
    if (ended === 'red' && isCoverOnly)
      throw new Error(`${file.test} is not green while nothing is mutated.`);
    // What was tried may have left something behind, and is not tried again. Where it is red before
    // anything was, its tests cannot be run twice: each mutant has a run of its own.
    if (ended === 'red' && mutantsThat('passed', 'killed', 'timeout', 'spoiled').length === 0)
      isCoverOnly = true;
    const last = trials.at(-1);
    if (ended === 'stuck' && last !== undefined) {
      conclude(last.mutant, 'timeout');
      lost.add(last.mutant);
    }
    open = open.filter((id) => !lost.has(id) && !spoiled.includes(id));
    for (const id of lost) apart.delete(id);
    if (ended === 'green') break;
  }
  say(`${file.test}: ${ids.length} mutants, ${apart.size} of them to be run apart`, begin);
  return apart;
}

/**
 * Tries each mutant with the whole file loaded again, within one process until one leaves something
 * behind; where that cannot be, in a process of its own. False where the time is over before.
 */
async function tryApart(file: File, ids: readonly string[], conclude: Ending): Promise<boolean> {
  const begin = performance.now();
  let open = [...ids];
  while (open.length > 0) {
    rmSync(log, { force: true });
    writeFileSync(task, JSON.stringify({ mutants: open, tried: [], isCoverOnly: false, log }));
    const ended = await runTests(file, { MUTATION_TRIALS: task, MUTATION_APART: 'yes' });
    const trials = readTrials();
    const done = new Set<string>();
    const end: Ending = (id, outcome) => {
      done.add(id);
      conclude(id, outcome);
    };
    for (const { mutant, outcome } of trials)
      if (outcome === 'passed' || outcome === 'killed' || outcome === 'timeout')
        end(mutant, outcome);
    if (ended === 'over') return false;
    const last = trials.at(-1);
    if (ended === 'stuck' && last?.outcome === 'trying') end(last.mutant, 'timeout');
    const [first] = open;
    if (done.size === 0 && first !== undefined) {
      const alone = await runTests(file, { __STRYKER_ACTIVE_MUTANT__: first });
      if (alone === 'over') return false;
      end(first, alone === 'green' ? 'passed' : alone === 'red' ? 'killed' : 'timeout');
    }
    open = open.filter((id) => !done.has(id));
  }
  if (ids.length > 0) say(`${file.test}: ${ids.length} mutants apart`, begin);
  return true;
}

const say = (what: string, begin: number): void =>
  console.log(`tried    ${what}, in ${Math.round((performance.now() - begin) / 1000)} s`);

const readTrials = (): Trial[] =>
  existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => trial.parse(JSON.parse(line)))
    : [];

type Ended = 'green' | 'red' | 'stuck' | 'over';

/** Runs one test file in the copy, until a mutant does not end. */
async function runTests(
  { test, isQuick, group, isOver }: File,
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
  const { numFailedTests, numPassedTests } = reported.parse(
    JSON.parse(readFileSync(report, 'utf8')),
  );
  return child.exitCode === 0 && numFailedTests === 0 && numPassedTests > 0 ? 'green' : 'red';
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
