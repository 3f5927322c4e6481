import { AppError } from '@columnist/contract';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isSafeKey, keyIn, requireSafeKey, type ObjectStore } from './objects.ts';

/**
 * Objects as files of one folder. A key appears by a rename on the same disk, after its bytes are
 * on it.
 */
export function folderObjects(folder: string): ObjectStore {
  const pathOf = (key: string): string => join(folder, requireSafeKey(key));
  let found = 0;
  const localPath = async (key: string): Promise<string> => {
    const path = pathOf(key);
    if ((await unlessGone(stat(path))) === null)
      throw new AppError('not_found', 'The file of this dataset is gone.');
    found += 1;
    return path;
  };
  return {
    put: async (key, localPath) => {
      const target = pathOf(key);
      const parent = dirname(target);
      const made = await mkdir(parent, { recursive: true });
      await moveTo(localPath, target, join(folder, incoming));
      // A new name is on the disk once its folder is, and that of a new folder once the one above
      // it is.
      for (const changed of upwards(parent, made === undefined ? parent : dirname(made)))
        await flush(changed);
    },
    localPath,
    jobPath: localPath,
    keyOf: (path) => keyIn(folder, path),
    copies: () => ({ found, fetched: 0 }),
    copyTo: async (key, path) =>
      (await unlessGone(copyFile(pathOf(key), path).then(() => true))) !== null,
    has: async (key) => (await unlessGone(stat(pathOf(key)))) !== null,
    delete: async (key) => {
      const path = pathOf(key);
      await rm(path, { force: true });
      // Its folder goes with the last file in it.
      const isEmpty = (await unlessGone(readdir(dirname(path))))?.length === 0;
      if (isEmpty) await unlessGone(rmdir(dirname(path)));
    },
    list: async function* list(prefix) {
      for await (const path of filesBelow(
        join(folder, prefix.slice(0, prefix.lastIndexOf('/') + 1)),
      )) {
        const key = relative(folder, path);
        // Files that we did not put there are left alone.
        const facts =
          key.startsWith(prefix) && isSafeKey(key) ? await unlessGone(stat(path)) : null;
        if (facts !== null) yield { key, storedAt: facts.mtime };
      }
    },
  };
}

/** Files on their way from another disk; no key is in a folder of this name. */
const incoming = '.incoming';

/** A rename, once the bytes are on the disk; from another disk the bytes are copied first. */
async function moveTo(from: string, to: string, arrivals: string): Promise<void> {
  await flush(from);
  try {
    await rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    await mkdir(arrivals, { recursive: true });
    const arrived = join(arrivals, randomUUID());
    try {
      await copyFile(from, arrived);
      await flush(arrived);
      await rename(arrived, to);
    } finally {
      await rm(arrived, { force: true });
    }
    await rm(from, { force: true });
  }
}

/** A folder and those above it up to the last. */
const upwards = (folder: string, last: string): string[] =>
  folder.length <= last.length ? [folder] : [folder, ...upwards(dirname(folder), last)];

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for (const entry of (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/**
 * null where the file or folder is gone, or a folder is not empty any more: others come and go
 * meanwhile.
 */
function unlessGone<Result>(work: Promise<Result>): Promise<Result | null> {
  return work.catch((error: unknown) => {
    if (
      error instanceof Error &&
      'code' in error &&
      (error.code === 'ENOENT' || error.code === 'ENOTEMPTY')
    )
      return null;
    throw error;
  });
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
