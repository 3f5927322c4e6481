import type { Connection } from '@columnist/tables/database/connection';
import type { AdmitProgress } from '@columnist/tables/admission/inputs';
import { withConnection } from '@columnist/tables/database/duckdb';

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
