import type { Connection } from '@columnist/tables/database/connection';
import type { AdmitProgress } from '@columnist/tables/admission/inputs';
import { spillFolder } from '@columnist/tables/admission/temporary-files';
import { withConnection } from '@columnist/tables/database/duckdb';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What of a worker's memory its database may use. */
export const databaseShare = 0.6;

export interface JobContext {
  /** Memory that DuckDB may use. */
  readonly memoryMb: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: AdmitProgress) => void;
}

/**
 * A connection that may touch these files alone; figures are computed on one thread, what sums
 * nothing may take all.
 */
export const withDatabase = <Result>(
  paths: readonly string[],
  { memoryMb, signal }: JobContext,
  work: (connection: Connection, aside: Connection) => Promise<Result>,
  threads: 'one' | 'all' = 'one',
): Promise<Result> => withConnection({ paths, threads, memoryMb }, signal, work);

/** The same for a statement that people wrote: its failures have their place in it. */
export const withStatement = <Result>(
  paths: readonly string[],
  { memoryMb, signal }: JobContext,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> =>
  withConnection({ paths, threads: 'one', memoryMb, places: true }, signal, work);

/** The same for one table. */
export const withTable = <Result>(
  parquet: string,
  context: JobContext,
  work: (connection: Connection, aside: Connection) => Promise<Result>,
): Promise<Result> => withDatabase([parquet], context, work);

/** Of a row of a long column that is described: its value, two counts, and some room between. */
const bytesOfRow = 20;
/** What a worker holds beside columns and the database. */
const restMb = 700;
/** Less than this and the database fails at what needs little. */
const leastMb = 500;

/**
 * The same for a table that was just read, by statements that are all ours: what does not fit into memory goes to the disk beside
 * the table, at most into half of what is free there. The database has less memory where the
 * columns, which are described outside it, need more.
 */
export async function withSpill<Result>(
  { parquet, rowCount }: { readonly parquet: string; readonly rowCount: number },
  { memoryMb, signal }: JobContext,
  work: (connection: Connection, aside: Connection) => Promise<Result>,
): Promise<Result> {
  const { bavail, bsize } = await statfs(dirname(parquet));
  const spill = {
    folder: spillFolder(parquet),
    megabytes: Math.floor((bavail * bsize) / 2 ** 21),
  };
  const columnsMb = (bytesOfRow * rowCount) / 2 ** 20;
  const left = Math.floor(memoryMb / databaseShare - restMb - columnsMb);
  return withConnection(
    {
      paths: [parquet],
      threads: 'one',
      memoryMb: Math.min(memoryMb, Math.max(leastMb, left)),
      spill,
    },
    signal,
    work,
  );
}
