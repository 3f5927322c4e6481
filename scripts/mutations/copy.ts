import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Mutations are tried in a copy of the last commit, so that the files of the author stay whole. */
const root = resolve(import.meta.dirname, '../..');
export const mutationsFolder = join(root, 'dist', 'mutations');
export const copy = join(mutationsFolder, 'copy');
/** One of its own, so that both kinds of mutations can be tried at once. */
export const clientCopy = join(mutationsFolder, 'client-copy');

/** The last commit. */
export const revision = (): string =>
  execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();

/** Writes the files of the last commit into a copy, with their packages; throws where these lack. */
export function makeCopy(to = copy): void {
  mkdirSync(mutationsFolder, { recursive: true });
  // Tests that read data beside the clone find them beside the copy too.
  const shared = resolve(root, '../shared');
  const sharedOfCopy = join(mutationsFolder, 'shared');
  if (existsSync(shared) && !existsSync(sharedOfCopy)) symlinkSync(shared, sharedOfCopy);
  if (!existsSync(to)) execFileSync('git', ['clone', '-q', '--shared', '--no-checkout', root, to]);
  execFileSync('git', ['fetch', '-q', 'origin', 'HEAD'], { cwd: to });
  execFileSync('git', ['checkout', '-qf', '--detach', revision()], { cwd: to });
  const lock = readFileSync(join(to, 'pnpm-lock.yaml'), 'utf8');
  const installedLock = `${to}-lock.yaml`;
  if (existsSync(installedLock) && readFileSync(installedLock, 'utf8') === lock) return;
  const installed = spawnSync(
    'npx',
    ['-y', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--prefer-offline'],
    { cwd: to, encoding: 'utf8' },
  );
  if (installed.status !== 0) throw new Error(`The copy has no packages:\n${installed.stdout}`);
  writeFileSync(installedLock, lock);
}
