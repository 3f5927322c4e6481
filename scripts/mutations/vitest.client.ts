import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { chosenMutation, mutationsPlugin } from './switch-client.ts';

/** Tests of the client that need no browser, on a client with one of the mutations of client.ts. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  plugins: [mutationsPlugin(chosenMutation() ?? -1)],
  test: {
    include: ['apps/web/src/**/*.test.{ts,tsx}'],
    maxWorkers: 1,
    // Files are not changed by a mutation: one run must not read what another has transformed.
    fsModuleCache: false,
  },
});
