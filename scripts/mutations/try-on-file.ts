import { z } from 'zod';
import { readTrials, runTestFile, writeTask, type TestFile } from './run-test-file.ts';
import type { Trial } from './trials.ts';

/**
 * Of a mutant and a test file: 'passed' where no test of the file notices it, 'apart' where the file
 * has to be loaded again with it, and has not been.
 */
export const found = z.record(z.string(), z.enum(['killed', 'passed', 'timeout', 'apart']));
type Found = z.infer<typeof found>[string];

export type Ending = (id: string, outcome: Found) => void;

/**
 * Tries the mutants on one test file within one process; gives those that need a run of their own,
 * as they are run before or after its tests or leave something behind, and null where the time is
 * over before.
 */
export async function tryTogether(
  file: TestFile,
  ids: readonly string[],
  conclude: Ending,
): Promise<Set<string> | null> {
  const begin = performance.now();
  const tried: string[] = [];
  const apart = new Set<string>();
  let open = [...ids];
  let isCoverOnly = false;
  for (;;) {
    const ended = await runTestFile(file, writeTask({ mutants: open, tried, isCoverOnly }));
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
export async function tryApart(
  file: TestFile,
  ids: readonly string[],
  conclude: Ending,
): Promise<boolean> {
  const begin = performance.now();
  let open = [...ids];
  while (open.length > 0) {
    const task = writeTask({ mutants: open, tried: [], isCoverOnly: false });
    const ended = await runTestFile(file, { ...task, MUTATION_APART: 'yes' });
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
      const alone = await runTestFile(file, { __STRYKER_ACTIVE_MUTANT__: first });
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
