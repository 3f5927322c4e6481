import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const root = resolve(import.meta.dirname, '../../..');

export interface Columnist {
  /** Origin, e.g. http://127.0.0.1:41234. */
  readonly url: string;
  /** The process of the server. */
  readonly pid: number;
  /** As it was printed at the start, while there is no administrator. */
  setupToken(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * The real server as `pnpm start` runs it, on a free port, in this data folder; without one in an
 * empty folder that goes when it stops.
 */
export async function startColumnist(
  env: Readonly<Record<string, string>> = {},
  folder?: string,
): Promise<Columnist> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'columnist-browser-')));
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      PORT: '0',
      THROTTLE_SCALE: '1000',
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const token = printed(child, /set-up token [^:]*: ([\w-]+)/);
  // A server that has an administrator prints none.
  token.catch(() => undefined);
  const url = await printed(child, /(http:\/\/[\w.:]+)\/app\//);
  return {
    url,
    pid: child.pid ?? 0,
    setupToken: () => token,
    stop: async () => {
      const exited = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await exited;
      if (folder === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What the server prints where the pattern says; rejects where it ends before. */
function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.once('exit', (code) =>
      reject(
        new Error(`The server ended with ${code} before it printed ${pattern.source}:\n${output}`),
      ),
    );
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const match = pattern.exec(output);
      if (match?.[1] !== undefined) resolve(match[1]);
    });
  });
}

/** Without windows it needs half the processor time. */
export const chromiumPath = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path));

export function launchChromium(): Promise<Browser> {
  if (chromiumPath === undefined)
    throw new Error('No Chromium found: install the package chromium, or name one in CHROMIUM.');
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export interface Viewport {
  readonly width: number;
  readonly height: number;
}
export const desktop: Viewport = { width: 1440, height: 900 };
export const phone: Viewport = { width: 390, height: 844 };

/** Milliseconds; scripts/mutate-client.ts waits less for what it has broken. */
const waits = Number(process.env['BROWSER_TIMEOUT'] ?? 60_000);
/** The number of the mutation that a page runs, where scripts/mutate-client.ts has built them in. */
const mutant = process.env['MUTANT'] ?? '';

/**
 * A fresh visitor; a page error or a console error fails the test that asked for it through
 * `problems`.
 */
export async function openVisitor(
  browser: Browser,
  url: string,
  options: { viewport?: Viewport; colorScheme?: 'light' | 'dark' } = {},
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: options.viewport ?? desktop,
    colorScheme: options.colorScheme ?? 'light',
    // A menu that still moves can lose a click.
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(waits);
  if (mutant !== '') await context.addInitScript(`globalThis.mutant = ${Number(mutant)};`);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  return { context, page, problems };
}
