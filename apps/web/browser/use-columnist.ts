import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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
 * Chromium.
 */
export function useColumnist(env: Readonly<Record<string, string>> = { CAPTCHA: 'off' }): void {
  let folder: string | null = null;
  let started: Columnist | null = null;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'columnist-browser-'));
    await promisify(execFile)('cp', ['-r', `${inject('dataFolder')}/.`, folder]);
    launched ??= launchChromium();
    [started, browser] = await Promise.all([startColumnist(env, folder), launched]);
    columnist = started;
  });
  afterAll(async () => {
    // What a test that failed has left open would go on asking.
    const open = (await launched)?.contexts() ?? [];
    await Promise.all(open.map((context) => context.close()));
    await started?.stop();
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  });
}
