import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/**/src/**/*.test.ts', 'apps/**/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // .ci/run adds the reports up into its closing line.
    reporters: process.env['CI'] ? ['default', ['json', { outputFile: 'dist/test-results/unit.json' }]] : ['default'],
  },
});
