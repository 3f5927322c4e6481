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
  has(key: string): Promise<boolean>;
  /** Without effect where there is none. */
  delete(key: string): Promise<void>;
  /**
   * Objects whose key begins so, e.g. with `datasets/`; in no order, and what comes or goes
   * meanwhile may be among them.
   */
  list(prefix: string): AsyncIterable<StoredObject>;
}
