import type { FilePart, FoundTable } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Source } from './source.ts';

/** A file that may be of any format. */
export interface UnknownFile {
  readonly path: string;
  /** The first 4 KB. */
  readonly head: Buffer;
  /** The ending of its name in lower case, without the dot; '' where it is not known. */
  readonly ending: string;
  /** The ending before that, as csv in data.csv.gz; '' where there is none. */
  readonly endingWithin: string;
}

/** What a reader of a format may use. */
export interface FileToRead extends UnknownFile {
  /** Reads and writes the file at `path`, `taken` and `inner` alone. */
  readonly connection: DuckDBConnection;
  /** A file that the reader may write; it is removed at the end. */
  readonly taken: string;
  /** The same for the reader of a file that this one takes out. */
  readonly inner: string;
  /** Bytes that may be unpacked. */
  readonly mostBytes: number;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

/**
 * A format of files that hold tables. Its functions run in a worker, which may be killed; they
 * throw invalid_file with what to do.
 */
export interface FileFormat {
  /** A short word, kept with each dataset that was read from such a file. */
  readonly name: string;
  /** In words, such as Excel workbook. */
  readonly title: string;
  /** Endings of names, in lower case without the dot. */
  readonly endings: readonly string[];
  /** Whether a file is of this format: by its bytes, and by its name only where bytes cannot say. */
  readonly recognises: (file: UnknownFile) => boolean | Promise<boolean>;
  /** The tables in the file, in their order. */
  readonly list: (file: FileToRead) => Promise<FoundTable[]>;
  /** Opens one of them: that which `part` names, else the first that can be read. */
  readonly read: (file: FileToRead, part: FilePart) => Promise<OpenedPart>;
}

export interface OpenedPart {
  readonly source: Source;
  /** Its name as `list` gives it; null in files of one table without a name. */
  readonly table: string | null;
  readonly tables: number;
}

export const defineFormat = (format: FileFormat): FileFormat => format;
