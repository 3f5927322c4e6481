import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { databaseOn, runOn } from './prepare-test-databases.ts';

export type DatabaseKind = 'PGlite' | 'PostgreSQL';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A fresh, migrated database: a copy of the template that prepare-test-databases.ts made. */
export async function createTestDatabase(kind: DatabaseKind = 'PGlite'): Promise<TestDatabase> {
  const { pgliteFolder, postgresUrl, postgresTemplate } = inject('templates');
  if (kind === 'PGlite') {
    const folder = await mkdtemp(join(tmpdir(), 'columnist-test-'));
    await cp(pgliteFolder, folder, { recursive: true });
    return { url: `pglite:${folder}`, drop: () => rm(folder, { recursive: true, force: true }) };
  }
  const name = `columnist_test_${randomUUID().replaceAll('-', '')}`;
  await runOn(postgresUrl, `create database ${name} template ${postgresTemplate}`);
  return {
    url: databaseOn(postgresUrl, name),
    drop: () => runOn(postgresUrl, `drop database ${name} with (force)`),
  };
}
