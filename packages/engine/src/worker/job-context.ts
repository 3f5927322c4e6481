import type { DuckDBConnection } from '@duckdb/node-api';
import type { AdmitProgress } from '../engine.ts';
import { withConnection } from './duckdb.ts';

export interface JobContext {
  /** Memory that DuckDB may use. */
  readonly memoryMb: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: AdmitProgress) => void;
}

/** A connection to one table; figures are computed on one thread. */
export const withTable = <Result>(
  parquet: string,
  { memoryMb, signal }: JobContext,
  work: (connection: DuckDBConnection, aside: DuckDBConnection) => Promise<Result>,
): Promise<Result> => withConnection({ paths: [parquet], threads: 'one', memoryMb }, signal, work);
