import { relative } from 'node:path';

const safeKey = /^[a-z0-9_-]+(?:\/[a-z0-9_-]+)*(?:\.[a-z0-9]+)?$/;

export const isSafeKey = (key: string): boolean => safeKey.test(key);

/** Keys are ours; one that could leave its folder is an error of ours. */
export function requireSafeKey(key: string): string {
  if (!isSafeKey(key)) throw new Error(`Unsafe object key: ${key}`);
  return key;
}

export interface StoredObject {
  readonly key: string;
  readonly storedAt: Date;
}

/** Where dataset files live. Keys are made by us (ids), never from user text. */
export interface ObjectStore {
  /**
   * Moves (or copies and removes) a local file into the store; atomic: the key holds the whole file
   * or nothing.
   */
  put(key: string, localPath: string): Promise<void>;
  /** A path on this machine with the object's bytes, read-only; not_found when there is none. */
  localPath(key: string): Promise<string>;
  /**
   * Writes the object's bytes to a new file elsewhere, past any cache; false where there is no
   * object.
   */
  copyTo(key: string, path: string): Promise<boolean>;
  /**
   * What names the object in a job: the path of localPath, or, where jobs are done by other
   * machines, one that holds nothing here.
   */
  jobPath(key: string): Promise<string>;
  /** The key of a path that localPath or jobPath has given; null for every other path. */
  keyOf(path: string): string | null;
  /** How often localPath found a copy on this machine, and how often it fetched one. */
  copies(): { readonly found: number; readonly fetched: number };
  has(key: string): Promise<boolean>;
  /** Without effect where there is none. */
  delete(key: string): Promise<void>;
  /**
   * Objects whose key begins so, e.g. with `datasets/`; in no order, and what comes or goes
   * meanwhile may be among them.
   */
  list(prefix: string): AsyncIterable<StoredObject>;
}

/** The key of a file in this folder, whose files are named by their keys. */
export function keyIn(folder: string, path: string): string | null {
  const key = relative(folder, path);
  return isSafeKey(key) ? key : null;
}
