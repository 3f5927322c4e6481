import { AppError } from '@columnist/contract';
import type { DataStore } from '@tus/server';
import { z } from 'zod';

/** Where files lie that are sent in several requests, beside those of datasets. */
export interface PartialFiles {
  /** As the server of the tus protocol reads and writes them, by their keys; see partialKey. */
  readonly store: DataStore;
  /** How many bytes of a file are here. Throws not_found. */
  offset(id: string): Promise<number>;
  /** Writes a whole file to a new path of this machine, whose owner may move it. Throws not_found. */
  copyTo(id: string, path: string): Promise<void>;
  /** Without effect where there is none. */
  remove(id: string): Promise<void>;
  /** Ids of all, also of those of which only a description is left. */
  list(): AsyncIterable<string>;
}

export const partialsFolder = 'uploads/';
export const partialKey = (id: string): string => `${partialsFolder}${id}`;

const uuid = z.uuid();

/** The id in the key of a file, or of what the library keeps beside it; null for other keys. */
export function partialId(key: string): string | null {
  const [id = ''] = key.slice(partialsFolder.length).split('.');
  return key.startsWith(partialsFolder) && uuid.safeParse(id).success ? id : null;
}

/** What the store offers of the protocol: the length of a file is always stated. */
export const extensions = ['creation', 'creation-with-upload', 'termination', 'expiration'];

export const uploadGone = (): AppError =>
  new AppError('not_found', 'There is no such upload, or it has ended.', {
    fix: 'Begin it again.',
  });
