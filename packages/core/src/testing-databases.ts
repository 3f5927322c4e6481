import { oneOf } from '@columnist/testing';
import { expect } from 'vitest';
import type { DatabaseKind } from './database/test-database.ts';

/**
 * What the tests of the data layer run on: `describe.each(databaseKinds)`. `pnpm verify` runs each on
 * both; in the gate every file has one, drawn by its name and the seed.
 */
export const databaseKinds = oneOf<DatabaseKind>(
  ['PGlite', 'PostgreSQL'],
  expect.getState().testPath ?? '',
);
