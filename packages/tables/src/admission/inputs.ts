import type {
  Admission,
  CountedColumn,
  Dialect,
  FilePart,
  KeptReading,
  Reading,
} from '@columnist/contract';
import type { TableRef } from '../table/table-ref.ts';
import type { RepairsOfParts } from './gather-repairs.ts';
import type { Writing } from './reconcile-marks.ts';

export interface AdmitInput {
  /** The bytes as uploaded; only read. */
  readonly source: string;
  /** Where to write the Parquet file; removed again when admission fails. */
  readonly parquet: string;
  /** What is known of how the file is written. */
  readonly reading?: KeptReading | undefined;
  /** The name that an imported file came with. */
  readonly filename?: string | undefined;
  /** Bytes of text that a compressed file may hold. */
  readonly mostBytes?: number | undefined;
  /** Where to write the lines that were changed, if there are any. */
  readonly repairs?: string | undefined;
  /**
   * Where to write the description with default options, as JSON; dataset_id and dataset_version
   * are null, for the caller knows them.
   */
  readonly profile?: string | undefined;
}

/** The first lines of a file, and the cells of its first rows as text. */
export interface Preview {
  readonly lines: string[];
  /** Number of the first of them. */
  readonly firstLine: number;
  readonly rows: string[][];
  /** Names of the cells of a row, where the table may have fewer columns than its rows have cells. */
  readonly names?: string[];
}

export interface CombineInput {
  readonly parts: readonly { readonly source: string; readonly reading?: Reading | undefined }[];
  /** How the first part is read, if that is known. */
  readonly above?: Writing;
  /** Where to write the file that holds the rows of both. */
  readonly to: string;
  readonly repairs: RepairsOfParts;
}

/** A file whose rows go below those of a table. */
export interface AppendInput {
  readonly above: TableRef;
  readonly source: string;
  readonly reading?: KeptReading | undefined;
  /** The name that the file came with. */
  readonly filename: string;
  /** Bytes of text that a compressed file may hold. */
  readonly mostBytes?: number | undefined;
  /** Where to write the file that holds the rows of both. */
  readonly to: string;
  readonly repairs: RepairsOfParts;
}

export interface Admitted {
  readonly rowCount: number;
  readonly columns: CountedColumn[];
  readonly dialect: Dialect;
  readonly admission: Admission;
  /** Of an imported file: what was read of it, to be read again just so. */
  readonly part?: FilePart | undefined;
}

export interface AdmitProgress {
  readonly step: 'reading' | 'profiling';
  /** 0 to 1. */
  readonly share: number;
}
