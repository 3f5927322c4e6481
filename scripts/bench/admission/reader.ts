import { AppError } from '@columnist/contract';
import {
  admitTable,
  readTextTable,
  type TextTable,
} from '@columnist/tables/admission/read-text-table';
import { join } from 'node:path';

/** Reads files as an upload does, and counts what goes wrong on the way. */
export class Reader {
  crashes = 0;
  /** Files that an upload reads with other rows than are compared. */
  unlike = 0;
  /** Milliseconds of the slowest reading. */
  slowest = 0;
  readonly #scratch: string;

  constructor(folder: string) {
    this.#scratch = join(folder, 'scratch');
  }

  /** The table of a file; null where it is refused, or the reader crashes. */
  async read(path: string, stated: Parameters<typeof readTextTable>[1]): Promise<TextTable | null> {
    const begin = performance.now();
    const took = (): void => {
      this.slowest = Math.max(this.slowest, performance.now() - begin);
    };
    try {
      const found = await readTextTable(path, stated, this.#scratch);
      took();
      if (
        found.rows.length > 0 &&
        (await admitTable(path, `${this.#scratch}.parquet`, stated)) !== found.rows.length
      ) {
        this.unlike += 1;
        console.error(`unlike an upload: ${path}`);
      }
      return found;
    } catch (error) {
      took();
      if (error instanceof AppError) return null;
      this.crashes += 1;
      console.error(path, error);
      return null;
    }
  }
}
