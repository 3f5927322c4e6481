import { z } from 'zod';

/** What a run of a test file is to try. */
export const trialsFile = z.strictObject({
  /** Numbers of the mutants that no test has killed yet. */
  mutants: z.array(z.string()),
  /** Mutants and tests, with a space between, that were tried before the run was stopped. */
  tried: z.array(z.string()),
  /** Only looks which mutants each test runs. */
  isCoverOnly: z.boolean(),
  log: z.string(),
});

/** One line of the log of a run. */
export const trial = z.strictObject({
  mutant: z.string(),
  test: z.string(),
  /**
   * 'ran' and 'outside': the test runs it; before and after the tests of the file it is run.
   * 'spoiled': the test is red with it, and red without it from then on.
   */
  outcome: z.enum(['trying', 'passed', 'killed', 'timeout', 'spoiled', 'ran', 'outside']),
  /** Milliseconds of the test without a mutant. */
  needed: z.number().optional(),
});
export type Trial = z.infer<typeof trial>;
