import { appendFileSync, readFileSync } from 'node:fs';
import { TestRunner, type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite } from 'vitest';
import { isSkip, switches } from './switches.ts';
import { trialsFile, type Trial } from './trials.ts';

const task = trialsFile.parse(
  JSON.parse(readFileSync(process.env['MUTATION_TRIALS'] ?? '', 'utf8')),
);
const alive = new Set(task.mutants);
const tried = new Set(task.tried);
const say = (trial: Trial): void => appendFileSync(task.log, `${JSON.stringify(trial)}\n`);
const ids = (hits: Readonly<Record<string, number>> | undefined): string[] =>
  Object.keys(hits ?? {}).filter((id) => alive.has(id));

/**
 * Runs each test as it is, and then once more for each mutant that it ran and that no test has
 * killed: the mutants are all in the code, behind switches. Each run begins with the hooks before
 * each test. What is found goes into the log at once, for a mutant may never end.
 */
export default class MutantRunner extends TestRunner {
  override onBeforeTryTask(
    test: RunnerTestCase,
    options: { retry: number; repeats: number },
  ): void {
    switches.currentTestId = test.id;
    super.onBeforeTryTask(test, options);
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const name = `${test.file.name} ${test.fullName}`;
    const begin = performance.now();
    try {
      await TestRunner.getTestFn(test)();
    } finally {
      switches.currentTestId = undefined;
    }
    const needed = performance.now() - begin;
    const hits = switches.mutantCoverage?.perTest[test.id] ?? {};
    if (task.isCoverOnly) {
      for (const mutant of ids(hits)) say({ mutant, test: name, outcome: 'ran' });
      return;
    }
    const again = async (): Promise<void> => {
      super.onBeforeTryTask(test, { retry: 0, repeats: 0 });
      await runOnceMore(test);
    };
    const killed: string[] = [];
    for (const mutant of ids(hits)) {
      if (tried.has(`${mutant} ${name}`)) continue;
      say({ mutant, test: name, outcome: 'trying', needed });
      const outcome = await tryOut(mutant, 100 * (hits[mutant] ?? 0) + 100_000, again);
      if (outcome === 'killed') killed.push(mutant);
      else say({ mutant, test: name, outcome });
      if (outcome !== 'passed') alive.delete(mutant);
    }
    if (killed.length === 0) return;
    // Red proves something only where the test is green again without the mutants: else one of them
    // left something behind, or the test cannot be run twice.
    const isGreen = await again().then(
      () => true,
      () => false,
    );
    for (const mutant of killed)
      say({ mutant, test: name, outcome: isGreen ? 'killed' : 'spoiled' });
    if (!isGreen) throw new Error('What was left behind makes this test red.');
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    for (const mutant of ids(switches.mutantCoverage?.static))
      say({ mutant, test: files[0]?.name ?? '', outcome: 'outside' });
    super.onAfterRunFiles(files);
  }
}

/** From the hooks after the last run and before this one on, in the order of vitest. */
async function runOnceMore(test: RunnerTestCase): Promise<void> {
  const suites = suitesOf(test.suite ?? test.file);
  for (const suite of suites)
    for (const hook of TestRunner.getSuiteHooks(suite).afterEach) await hook(test.context, suite);
  for (const suite of suites.toReversed())
    for (const hook of TestRunner.getSuiteHooks(suite).beforeEach) await hook(test.context, suite);
  await TestRunner.getTestFn(test)();
}

/** The suite and what it lies in, up to its file. */
const suitesOf = (suite: RunnerTestSuite): RunnerTestSuite[] =>
  'filepath' in suite ? [suite] : [suite, ...suitesOf(suite.suite ?? suite.file)];

async function tryOut(
  mutant: string,
  hitLimit: number,
  run: () => Promise<void>,
): Promise<'killed' | 'passed' | 'timeout'> {
  Object.assign(switches, { activeMutant: mutant, hitCount: 0, hitLimit });
  const isTooLong = (error?: unknown): boolean =>
    (switches.hitCount ?? 0) > hitLimit || /timed out in/.test(String(error));
  try {
    await run();
    return isTooLong() ? 'timeout' : 'passed';
  } catch (error) {
    return isTooLong(error) ? 'timeout' : isSkip(error) ? 'passed' : 'killed';
  } finally {
    Object.assign(switches, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
  }
}
