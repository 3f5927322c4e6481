import { AppError } from '@columnist/contract';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { ObjectStore } from './objects.ts';

const safeKey = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*(?:\.[a-z0-9]+)?$/;

/** Objects as files of one folder. A key appears by a rename on the same disk, after its bytes are on it. */
export function folderObjects(folder: string): ObjectStore {
  const pathOf = (key: string): string => {
    if (!safeKey.test(key)) throw new Error(`Unsafe object key: ${key}`);
    return join(folder, key);
  };
  return {
    put: async (key, localPath) => {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true });
      await flush(localPath);
      await rename(localPath, target);
      await flush(dirname(target));
    },
    localPath: (key) => {
      const path = pathOf(key);
      if (!existsSync(path)) return Promise.reject(new AppError('not_found', 'The file of this dataset is gone.'));
      return Promise.resolve(path);
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    list: async function* list(prefix) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        const key = relative(folder, join(entry.parentPath, entry.name));
        if (entry.isFile() && key.startsWith(prefix)) yield key;
      }
    },
  };
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
