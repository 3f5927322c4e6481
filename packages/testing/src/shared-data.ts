import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../../../shared/data');

/**
 * Files of others that some tests read in addition where they lie beside the clone; a clone alone
 * proves all that is essential.
 */
export interface SharedData {
  /** Of the file or folder. */
  readonly path: string;
  readonly isHere: boolean;
  /** For the title of the tests: what is missing when they are skipped. */
  readonly note: string;
}

/** A file or folder of `../shared/data`. */
export function sharedData(name: string): SharedData {
  const path = join(folder, name);
  const isHere = existsSync(path);
  return { path, isHere, note: isHere ? '' : ` (../shared/data/${name} is not here)` };
}
