import { appendFileSync, readFileSync } from 'node:fs';
import { TestRunner, vi, type RunnerTestCase, type RunnerTestFile } from 'vitest';
import { startTests } from 'vitest/internal/browser';
import { isSkip, switches } from './switches.ts';
import { trialsFile, type Trial } from './trials.ts';

const task = trialsFile.parse(
  JSON.parse(readFileSync(process.env['MUTATION_TRIALS'] ?? '', 'utf8')),
);
const say = (trial: Trial): void => appendFileSync(task.log, `${JSON.stringify(trial)}\n`);

/**
 * Runs a test file as it is, and then once more for each mutant, with every module of the workspace
 * loaded again: what runs while a module is loaded has the mutant as well. Ends after the first
 * mutant that leaves something behind in the process.
 */
export default class ApartRunner extends TestRunner {
  #isRed = false;
  #isFirst = true;

  async runTask(test: RunnerTestCase): Promise<void> {
    // Nothing more can be learned from this run.
    if (this.#isRed) return;
    try {
      await TestRunner.getTestFn(test)();
    } catch (error) {
      this.#isRed = !isSkip(error);
    }
  }

  // Vitest waits for it, though its type does not say so.
  // oxlint-disable-next-line typescript/no-misused-promises
  override async onAfterRunFiles(files: RunnerTestFile[]): Promise<void> {
    super.onAfterRunFiles(files);
    const [file] = files;
    if (!this.#isFirst || file === undefined) return;
    this.#isFirst = false;
    if (this.#isRed) throw new Error('It is red while nothing is mutated.');
    const needed = file.result?.duration ?? 0;
    const name = file.name;
    for (const mutant of task.mutants) {
      say({ mutant, test: name, outcome: 'trying', needed });
      const limit = 100 * hitsOf(mutant) + 100_000;
      Object.assign(switches, { activeMutant: mutant, hitCount: 0, hitLimit: limit });
      const isGreen = await this.#runAgain(file.filepath);
      const isEndless = (switches.hitCount ?? 0) > limit;
      Object.assign(switches, {
        activeMutant: undefined,
        hitCount: undefined,
        hitLimit: undefined,
      });
      say({ mutant, test: name, outcome: isEndless ? 'timeout' : isGreen ? 'passed' : 'killed' });
      if (!isGreen && !(await this.#runAgain(file.filepath))) return;
    }
  }

  async #runAgain(path: string): Promise<boolean> {
    vi.resetModules();
    this.#isRed = false;
    const [file] = await startTests([path], this).catch(() => []);
    return file !== undefined && file.result?.state === 'pass' && !this.#isRed;
  }
}

const hitsOf = (mutant: string): number => {
  const { static: outside = {}, perTest = {} } = switches.mutantCoverage ?? {};
  return [outside, ...Object.values(perTest)].reduce((sum, hits) => sum + (hits[mutant] ?? 0), 0);
};
