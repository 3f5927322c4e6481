import { depth } from '@columnist/testing';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { databaseOn, runOn } from './prepare-test-databases.ts';

export type DatabaseKind = 'PGlite' | 'PostgreSQL';

/**
 * What tests run on that are not about the data layer. In the gate PostgreSQL, of which a database
 * is opened in a tenth of the time; the browser's journeys and the tests that start the server
 * itself have PGlite. `pnpm verify` runs all on PGlite, as `pnpm start` does.
 */
export const usualDatabase: DatabaseKind = depth === 'all' ? 'PGlite' : 'PostgreSQL';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A fresh, migrated database: a copy of the template that prepare-test-databases.ts made. */
export async function createTestDatabase(
  kind: DatabaseKind = usualDatabase,
): Promise<TestDatabase> {
  const { pgliteFolder, postgresUrl, postgresTemplate } = inject('templates');
  if (kind === 'PGlite') {
    const folder = await mkdtemp(join(tmpdir(), 'columnist-test-'));
    // A thousand files, which Node copies in four times the processor time.
    await promisify(execFile)('cp', ['-r', `${pgliteFolder}/.`, folder]);
    return { url: `pglite:${folder}`, drop: () => rm(folder, { recursive: true, force: true }) };
  }
  const name = `columnist_test_${randomUUID().replaceAll('-', '')}`;
  await runOn(postgresUrl, `create database ${name} template ${postgresTemplate}`);
  return {
    url: databaseOn(postgresUrl, name),
    drop: () => runOn(postgresUrl, `drop database ${name} with (force)`),
  };
}
