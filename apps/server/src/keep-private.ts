import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Keeps the data folder for this user alone: what is made from now on, by this process and its
 * workers, is readable by
 * nobody else (700 and 600), and a folder that others could look into is closed with all it holds.
 */
export function keepPrivate(folder: string): void {
  process.umask(0o077);
  mkdirSync(folder, { recursive: true });
  if ((statSync(folder).mode & 0o077) === 0) return;
  // A volume may belong to somebody else, who then decides.
  if (!setMode(folder, 0o700)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory() || entry.isFile())
      setMode(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
}

function setMode(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode);
    return true;
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      (error.code === 'EPERM' || error.code === 'EROFS' || error.code === 'ENOENT')
    )
      return false;
    throw error;
  }
}
