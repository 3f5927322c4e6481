import { defineConfig } from 'vitest/config';
import { leftOut } from './scripts/gate/left-out.ts';

const journeys = ['apps/web/browser/**/*.test.ts'];

/**
 * Whole journeys in real Chromium against the real server; needs `pnpm build` and Debian's chromium
 * (or CHROMIUM=path).
 */
export default defineConfig({
  test: {
    include: journeys,
    exclude: ['**/node_modules/**', ...leftOut(journeys, 4)],
    globalSetup: ['apps/web/browser/prepare-data-folder.ts'],
    // The files of a process share its Chromium; servers and visitors are theirs alone.
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: 2,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'dist/test-results/browser.json' }]]
      : ['default'],
  },
});
