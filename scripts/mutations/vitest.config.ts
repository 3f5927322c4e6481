import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const root = join(import.meta.dirname, '../..');
/** In the place of the pool of workers: jobs of the engine are done in the same process. */
const poolHere = {
  name: 'jobs-in-this-process',
  enforce: 'pre' as const,
  resolveId: (source: string) =>
    source.endsWith('/pool/worker-pool.ts')
      ? join(root, 'packages/workers/src/pool/worker-pool-here.ts')
      : null,
};

/** The tests of the copy, with mutants in the code. */
export default defineConfig({
  plugins: process.env['MUTATION_JOBS_HERE'] === undefined ? [] : [poolHere],
  test: {
    ...base.test,
    ...(process.env['MUTATION_TRIALS'] === undefined
      ? {}
      : {
          runner: join(
            import.meta.dirname,
            process.env['MUTATION_APART'] === undefined ? 'mutant-runner.ts' : 'apart-runner.ts',
          ),
        }),
    maxWorkers: 1,
    // Mutants that do not end are found by scripts/mutations/run-test-file.ts.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
