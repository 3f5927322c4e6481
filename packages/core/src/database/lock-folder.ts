import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface FolderLock {
  release(): void;
}

/**
 * Locks of this process; its id in any other lock file was written by an earlier process of the
 * same id (a restarted container).
 */
const held = new Set<string>();

/**
 * Takes a data folder for this process alone: the embedded database has no lock of its own, and two
 * processes on one
 * folder lose data silently. A lock whose process is gone is taken over. Throws where another
 * process holds it.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true });
  const path = join(resolve(folder), 'lock');
  if (!claim(path)) {
    const owner = readFileSync(path, 'utf8');
    const takenOver = !isAlive(path, Number(owner)) && remove(path, owner) && claim(path);
    if (!takenOver) {
      throw new Error(
        `The data folder ${folder} is in use by process ${owner}. Stop that process first, or name another DATA_DIR. ` +
          `If process ${owner} is another program, delete the file ${path}.`,
      );
    }
  }
  held.add(path);
  return {
    release: () => {
      if (held.delete(path)) rmSync(path, { force: true });
    },
  };
}

function claim(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Moves the stale lock aside before it goes, so that of two processes that found it stale one gets
 * it.
 */
function remove(path: string, owner: string): boolean {
  const aside = `${path}.${process.pid}`;
  renameSync(path, aside);
  const isStale = readFileSync(aside, 'utf8') === owner;
  if (isStale) rmSync(aside);
  else renameSync(aside, path);
  return isStale;
}

/** A lock without a number is being written at this moment. */
function isAlive(path: string, pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return true;
  if (pid === process.pid) return held.has(path);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
