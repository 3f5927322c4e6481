/** Where dataset files live. Keys are made by us (ids), never from user text. */
export interface ObjectStore {
  /** Moves (or copies and removes) a local file into the store; atomic: the key holds the whole file or nothing. */
  put(key: string, localPath: string): Promise<void>;
  /** A path on this machine with the object's bytes, read-only; not_found when there is none. */
  localPath(key: string): Promise<string>;
  delete(key: string): Promise<void>;
  /** Keys with this prefix, for the reconciler. */
  list(prefix: string): AsyncIterable<string>;
}
