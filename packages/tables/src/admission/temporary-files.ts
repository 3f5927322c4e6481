export interface TemporaryFiles {
  /** The text that came compressed. */
  readonly unpacked: string;
  /** The text in UTF-8, where it came in another encoding. */
  readonly utf8: string;
  /** The text in lines, where its records ended in another way. */
  readonly lines: string;
  /** The file that was taken out of an archive. */
  readonly taken: string;
  /** What the reader of that file takes out of it. */
  readonly inner: string;
  /** The rows with one kind of line end, one delimiter and one way to quote. */
  readonly even: string;
  /** The cells as text, where those of many columns are written the plain way. */
  readonly cells: string;
  /** Lines that were left out or changed, as CSV. */
  readonly repairs: string;
  /** The Parquet file before it is whole. */
  readonly part: string;
}

/** Files that admission writes beside the Parquet file; none is left when it ends. */
export const temporaryFiles = (parquet: string): TemporaryFiles => ({
  unpacked: `${parquet}.unpacked`,
  utf8: `${parquet}.utf8`,
  lines: `${parquet}.lines`,
  taken: `${parquet}.taken`,
  inner: `${parquet}.inner`,
  even: `${parquet}.even`,
  cells: `${parquet}.cells`,
  repairs: `${parquet}.repairs`,
  part: `${parquet}.part`,
});

/**
 * The folder beside a Parquet file for what does not fit into memory while its columns are
 * described.
 */
export const spillFolder = (parquet: string): string => `${parquet}.spill`;

/** All that a job which reads a file may leave when it is killed. */
export function whatMayBeLeft(parquet: string): string[] {
  const temporary = temporaryFiles(parquet);
  return [...Object.values(temporary), spillFolder(temporary.part)];
}
