export interface TemporaryFiles {
  /** The text in UTF-8, where it came in another encoding. */
  readonly utf8: string;
  /** The text with one kind of line end. */
  readonly even: string;
  /** The Parquet file before it is whole. */
  readonly part: string;
}

/** Files that admission writes beside the Parquet file; none is left when it ends. */
export const temporaryFiles = (parquet: string): TemporaryFiles => ({ utf8: `${parquet}.utf8`, even: `${parquet}.even`, part: `${parquet}.part` });
