import { keptFolder } from '@columnist/testing';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openOrm } from '../orm.ts';
import { startPostgres } from './start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Migrated databases that tests copy; see test-database.ts. */
    templates: {
      readonly pgliteFolder: string;
      readonly postgresUrl: string;
      readonly postgresTemplate: string;
    };
  }
}

/**
 * Once a vitest run: a migrated PGlite folder, and a migrated database on real PostgreSQL: the
 * server of
 * TEST_DATABASE_URL (its user may create databases), else one started here and thrown away
 * afterwards.
 */
export default async function prepareTestDatabases(
  project: TestProject,
): Promise<() => Promise<void>> {
  const postgresFolder = await mkdtemp(join(tmpdir(), 'columnist-test-'));
  const postgresTemplate = `columnist_template_${randomUUID().replaceAll('-', '')}`;
  const given = process.env['TEST_DATABASE_URL'];
  const server =
    given === undefined
      ? await startPostgres(postgresFolder)
      : { url: given, stop: () => Promise.resolve() };
  await runOn(server.url, `create database ${postgresTemplate}`);
  const [pgliteFolder] = await Promise.all([
    migratedPglite(),
    migrate(databaseOn(server.url, postgresTemplate)),
  ]);
  project.provide('templates', { pgliteFolder, postgresUrl: server.url, postgresTemplate });
  return async () => {
    await runOn(server.url, `drop database ${postgresTemplate} with (force)`);
    await server.stop();
    await rm(postgresFolder, { recursive: true, force: true });
  };
}

/**
 * Making a PGlite folder takes seconds, so it is kept until a migration or PGlite itself changes.
 */
async function migratedPglite(): Promise<string> {
  const migrations = join(import.meta.dirname, 'migrations');
  const names = (await readdir(migrations)).sort();
  return keptFolder(
    {
      cache: join(import.meta.dirname, '../../node_modules/.cache'),
      name: 'pglite',
      of: [
        createRequire(import.meta.url).resolve('@electric-sql/pglite'),
        ...(await Promise.all(names.map((name) => readFile(join(migrations, name))))),
      ],
    },
    (folder) => migrate(`pglite:${folder}`),
  );
}

/** The address of another database on the same server. */
export function databaseOn(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** One statement that PostgreSQL wants outside a transaction, such as create database. */
export async function runOn(serverUrl: string, sql: string): Promise<void> {
  const orm = await openOrm(serverUrl);
  await orm.em.fork().execute(sql);
  await orm.close();
}

async function migrate(databaseUrl: string): Promise<void> {
  const orm = await openOrm(databaseUrl);
  await orm.migrator.up();
  await orm.close();
}
