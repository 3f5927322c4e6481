import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { availableParallelism } from 'node:os';
import { inWords } from './database-error.ts';
import { literal } from './sql.ts';

export interface Access {
  /** Files that may be read and written; no others. */
  readonly paths: readonly string[];
  /**
   * One thread gives the same last digit of every sum each time. Reading a file into Parquet sums
   * nothing, keeps the
   * order of rows, and may use every core.
   */
  readonly threads: 'one' | 'all';
  readonly memoryMb: number;
  /**
   * A folder for what does not fit into that memory, and how much of it there may be. Statements may
   * read and write in it, so it is for those that are all ours.
   */
  readonly spill?: { readonly folder: string; readonly megabytes: number } | undefined;
  /** Whether failures keep their place in the statement until they leave `work`. */
  readonly places?: boolean;
}

const create = (): Promise<DuckDBInstance> =>
  DuckDBInstance.create(':memory:', {
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
let ahead: Promise<DuckDBInstance> | null = null;

/** Makes the next instance ahead, which takes longer than most questions do. */
export function prepareInstance(): void {
  ahead ??= create();
  // Where it fails, the one who takes it learns of it.
  ahead.catch(() => {});
}

function takeInstance(): Promise<DuckDBInstance> {
  const taken = ahead ?? create();
  ahead = null;
  return taken;
}

/**
 * A fresh DuckDB instance that can touch the named files alone and cannot be reconfigured; it
 * spills to disk only where a folder for that is named.
 * Aborting the signal interrupts its queries. The second connection is for queries beside those of
 * the first.
 */
export async function withConnection<Result>(
  { paths, threads, memoryMb, spill, places = false }: Access,
  signal: AbortSignal,
  work: (connection: DuckDBConnection, aside: DuckDBConnection) => Promise<Result>,
): Promise<Result> {
  const instance = await takeInstance();
  const [connection, aside] = [await instance.connect(), await instance.connect()];
  const interrupt = (): void => {
    connection.interrupt();
    aside.interrupt();
  };
  signal.addEventListener('abort', interrupt);
  try {
    const settings = [
      `threads = ${threads === 'one' ? 1 : availableParallelism()}`,
      `memory_limit = '${memoryMb}MB'`,
      ...(spill === undefined
        ? []
        : [
            `temp_directory = ${literal(spill.folder)}`,
            `max_temp_directory_size = '${spill.megabytes}MB'`,
          ]),
      `allowed_paths = [${paths.map(literal).join(', ')}]`,
      'enable_external_access = false',
      // Moments are kept in UTC; that of the machine would move them where one becomes a text.
      "TimeZone = 'UTC'",
      // The text of a failure has its place in a drawing alone, cut at 80 characters.
      `errors_as_json = ${places}`,
      'lock_configuration = true',
    ];
    await connection.run(settings.map((setting) => `set ${setting}`).join('; '));
    signal.throwIfAborted();
    return await work(connection, aside);
  } catch (error) {
    throw inWords(error);
  } finally {
    signal.removeEventListener('abort', interrupt);
    connection.closeSync();
    aside.closeSync();
    // Closing takes as long as many a question: what was found is answered first.
    setImmediate(() => instance.closeSync());
  }
}
