import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { launchChromium, startColumnist, type Columnist } from './columnist.ts';

/** The server of the file that runs; see useColumnist. */
export let columnist: Columnist;
/** One for all files that a process of vitest runs: each visitor has a context of its own. */
export let browser: Browser;
let launched: Promise<Browser> | null = null;

/**
 * A server of its own for the tests of this file, as `pnpm start` runs it on an empty database, and
 * Chromium. The database is PGlite, or a new one on the PostgreSQL of TEST_DATABASE_URL (its user
 * may create databases).
 */
export function useColumnist(env: Readonly<Record<string, string>> = { CAPTCHA: 'off' }): void {
  let folder: string | null = null;
  let started: Columnist | null = null;
  const postgres = process.env['TEST_DATABASE_URL'];
  const database = `columnist_browser_${randomUUID().replaceAll('-', '')}`;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'columnist-browser-'));
    await promisify(execFile)('cp', ['-r', `${inject('dataFolder')}/.`, folder]);
    launched ??= launchChromium();
    if (postgres !== undefined) await runOn(postgres, `create database ${database}`);
    const settings =
      postgres === undefined ? env : { DATABASE_URL: on(postgres, database), ...env };
    [started, browser] = await Promise.all([startColumnist(settings, folder), launched]);
    columnist = started;
  });
  afterAll(async () => {
    // What a test that failed has left open would go on asking.
    const open = (await launched)?.contexts() ?? [];
    await Promise.all(open.map((context) => context.close()));
    await started?.stop();
    if (postgres !== undefined)
      await runOn(postgres, `drop database if exists ${database} with (force)`);
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  });
}

/** The address of another database of the same server. */
function on(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function runOn(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
