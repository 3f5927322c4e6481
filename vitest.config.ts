import { defineConfig } from 'vitest/config';
import { leftOut } from './scripts/gate/left-out.ts';

/** They replace modules, which other files of their process would get as well. */
const replacing = ['packages/core/src/accounts/login.test.ts'];
const plain = [
  'packages/{contract,design,statistics,charts,tables,procedures,workers,mcp,cli,sandbox,testing}/src/**/*.test.ts',
  'apps/web/src/**/*.test.{ts,tsx}',
];
const onDatabases = [
  'packages/{core,fleet,api}/src/**/*.test.ts',
  'apps/server/src/**/*.test.ts',
  'scripts/**/*.test.ts',
];
const databases = ['packages/core/src/database/prepare-test-databases.ts'];

export default defineConfig({
  test: {
    maxWorkers: 2,
    // In the gate the files of a process share what they import, which takes as long as the tests of
    // most; `pnpm verify` gives each a process of its own.
    isolate: process.env['TEST_DEPTH'] === 'all',
    // The databases of the tests are started only where a test may ask for one.
    projects: [
      {
        extends: true,
        test: {
          name: 'plain',
          include: plain,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: onDatabases,
          exclude: replacing,
          globalSetup: databases,
        },
      },
      {
        extends: true,
        test: { name: 'replacing', include: replacing, isolate: true, globalSetup: databases },
      },
    ],
    exclude: ['**/node_modules/**', '**/dist/**', ...leftOut([...plain, ...onDatabases], 5)],
    // A guard against hanging only: databases, R and workers share the cores, so a test may wait
    // long for its turn.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Nor is a second, the default, enough for what another process is to do on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    // .ci/run adds the reports up into its closing line.
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'dist/test-results/unit.json' }]]
      : ['default'],
  },
});
