import type { CountedColumn } from '@columnist/contract';

/** Written into every result; raise it when a figure may change. */
export const engineVersion = '2';

/** An admitted table: a Parquet file on this machine and what is known of it. */
export interface TableRef {
  readonly parquet: string;
  readonly datasetId: string | null;
  readonly version: number | null;
  readonly rowCount: number;
  readonly columns: readonly CountedColumn[];
}
