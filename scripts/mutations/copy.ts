import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Mutations are tried in a copy of the last commit, so that the files of the author stay whole. */
const root = resolve(import.meta.dirname, '../..');
export const mutationsFolder = join(root, 'dist', 'mutations');
export const copy = join(mutationsFolder, 'copy');

/** The last commit. */
export const revision = (): string =>
  execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();

/** Writes the files of the last commit into the copy, with their packages; throws where these lack. */
export function makeCopy(): void {
  mkdirSync(mutationsFolder, { recursive: true });
  if (!existsSync(copy))
    execFileSync('git', ['clone', '-q', '--shared', '--no-checkout', root, copy]);
  execFileSync('git', ['fetch', '-q', 'origin', 'HEAD'], { cwd: copy });
  execFileSync('git', ['checkout', '-qf', '--detach', revision()], { cwd: copy });
  const lock = readFileSync(join(copy, 'pnpm-lock.yaml'), 'utf8');
  const installedLock = join(mutationsFolder, 'installed-lock.yaml');
  if (existsSync(installedLock) && readFileSync(installedLock, 'utf8') === lock) return;
  const installed = spawnSync(
    'npx',
    ['-y', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--prefer-offline'],
    { cwd: copy, encoding: 'utf8' },
  );
  if (installed.status !== 0) throw new Error(`The copy has no packages:\n${installed.stdout}`);
  writeFileSync(installedLock, lock);
}
