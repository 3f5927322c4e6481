import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface FolderLock {
  release(): void;
}

/**
 * Takes a data folder for this process alone: the embedded database has no lock of its own, and two processes on one
 * folder lose data silently. A lock whose process is gone is taken over. Throws where another process holds it.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'lock');
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const file = openSync(path, 'wx');
      writeSync(file, String(process.pid));
      closeSync(file);
      return { release: () => rmSync(path, { force: true }) };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const pid = Number(readFileSync(path, 'utf8'));
      if (isAlive(pid)) throw new Error(`The data folder ${folder} is in use by process ${pid}. Stop that one first, or name another DATA_DIR.`, { cause: error });
      rmSync(path, { force: true });
    }
  }
  throw new Error(`The data folder ${folder} could not be locked. Try again.`);
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
