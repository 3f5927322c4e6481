import { FileStore } from '@tus/file-store';
import { constants } from 'node:fs';
import { copyFile, link, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  extensions,
  partialId,
  partialKey,
  partialsFolder,
  uploadGone,
  type PartialFiles,
} from './partial-files.ts';

/** Files of uploads in the folder of the objects: several servers may share it. */
export function folderPartials(folder: string): PartialFiles {
  const store = new FileStore({ directory: folder });
  store.extensions = extensions;
  const pathOf = (id: string): string => join(folder, partialKey(id));
  return {
    store,
    offset: async (id) => (await stat(pathOf(id)).catch(throwGone)).size,
    copyTo: async (id, path) => {
      // A second name of the same bytes; from another disk they are copied. Of a whole upload
      // nothing is written any more.
      await link(pathOf(id), path).catch(async (error: unknown) => {
        if (codeOf(error) === 'ENOENT') throw uploadGone();
        await copyFile(pathOf(id), path, constants.COPYFILE_EXCL);
      });
    },
    remove: async (id) => {
      await rm(pathOf(id), { force: true });
      await rm(`${pathOf(id)}.json`, { force: true });
    },
    list: async function* list() {
      const names = await readdir(join(folder, partialsFolder)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return [];
        throw error;
      });
      const ids = names.map((name) => partialId(partialsFolder + name));
      yield* new Set(ids.filter((id) => id !== null));
    },
  };
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

function throwGone(error: unknown): never {
  throw codeOf(error) === 'ENOENT' ? uploadGone() : error;
}
