import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';

export interface FileCache {
  /** The local copy; where there is none, `fetch` writes one, once for all who ask meanwhile. */
  path(key: string, fetch: (to: string) => Promise<void>): Promise<string>;
  /** Makes a local file the copy. */
  adopt(key: string, localPath: string): Promise<void>;
  forget(key: string): Promise<void>;
}

/** A copy used this recently may be in a worker's hands: longer than any job may take. */
const inUseMinutes = 10;

/**
 * Local copies of objects, up to a number of bytes; the least recently used go first, and none that
 * may be in use.
 */
export function fileCache(folder: string, maxBytes: number): FileCache {
  const fetching = new Map<string, Promise<string>>();
  const pathOf = (key: string): string => join(folder, key);
  const touch = (path: string): Promise<boolean> =>
    utimes(path, new Date(), new Date()).then(
      () => true,
      () => false,
    );
  const keep = async (from: string, to: string): Promise<void> => {
    await mkdir(dirname(to), { recursive: true });
    await rename(from, to);
    await touch(to);
    await makeRoom(folder, maxBytes);
  };
  return {
    path: async (key, fetch) => {
      const path = pathOf(key);
      if (await touch(path)) return path;
      const running =
        fetching.get(key) ??
        (async () => {
          const part = join(folder, `${randomUUID()}.part`);
          try {
            await mkdir(folder, { recursive: true });
            await fetch(part);
            await keep(part, path);
            return path;
          } finally {
            fetching.delete(key);
            await rm(part, { force: true });
          }
        })();
      fetching.set(key, running);
      return running;
    },
    adopt: (key, localPath) => keep(localPath, pathOf(key)),
    forget: (key) => rm(pathOf(key), { force: true }),
  };
}

async function makeRoom(folder: string, maxBytes: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const facts = await stat(path).catch(() => null);
        return { path, bytes: facts?.size ?? 0, usedAt: facts?.mtimeMs ?? 0 };
      }),
  );
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const idle = Date.now() - inUseMinutes * 60_000;
  for (const { path, bytes, usedAt } of files.sort((a, b) => a.usedAt - b.usedAt)) {
    if (total <= maxBytes || usedAt > idle) return;
    await rm(path, { force: true });
    total -= bytes;
  }
}
