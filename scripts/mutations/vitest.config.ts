import { join } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** The tests of the copy, with mutants in the code; jobs of the engine are done in the same process. */
export default mergeConfig(
  base,
  defineConfig({
    plugins:
      process.env['MUTATION_JOBS_HERE'] === undefined
        ? []
        : [
            {
              name: 'jobs-in-this-process',
              enforce: 'pre',
              resolveId: (source) =>
                source.endsWith('/pool/worker-pool.ts')
                  ? join(import.meta.dirname, 'worker-pool-here.ts')
                  : null,
            },
          ],
    test: {
      runner:
        process.env['MUTATION_TRIALS'] === undefined
          ? undefined
          : join(import.meta.dirname, 'mutant-runner.ts'),
      maxWorkers: 1,
      // Mutants that do not end are found by scripts/mutations/try-mutants.ts.
      testTimeout: 900_000,
      hookTimeout: 900_000,
    },
  }),
);
