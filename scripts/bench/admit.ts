import { temporaryFiles } from '@columnist/tables/admission/temporary-files';
import {
  admitFile,
  type AdmittedFile,
  type FileToAdmit,
} from '@columnist/tables/admission/admit-file';
import { withConnection } from '@columnist/tables/database/duckdb';
import { rm } from 'node:fs/promises';

/** A table as an upload makes it, and its cells as text. */
export interface AdmittedCells extends AdmittedFile {
  /** All rows, or the first and the last five where `ends` was asked for; null is missing. */
  readonly cells: (string | null)[][];
}

/**
 * Reads a file as an upload reads it: by the product's own entry, from the Parquet file that it
 * writes. Throws invalid_file.
 */
export async function admitCells(
  source: string,
  reading: FileToAdmit['reading'],
  scratch: string,
  ends = false,
): Promise<AdmittedCells> {
  const temporary = temporaryFiles(scratch);
  try {
    return await withConnection(
      { paths: [source, ...Object.values(temporary)], threads: 'all', memoryMb: 4096 },
      new AbortController().signal,
      async (connection, aside) => {
        const admitted = await admitFile(
          connection,
          aside,
          { source, parquet: scratch, reading },
          temporary,
          () => undefined,
        );
        const fields = admitted.columns.map(({ storage }, i) =>
          storage.startsWith('TIMESTAMPTZ') || storage.startsWith('TIMESTAMP WITH')
            ? `(c${i + 1} at time zone 'UTC')::varchar`
            : `c${i + 1}::varchar`,
        );
        const select = `select ${fields.join(', ')} from read_parquet('${temporary.part}', file_row_number = true)`;
        const read = await connection.runAndReadAll(
          ends && admitted.rowCount > 10
            ? `${select} where file_row_number < 5 or file_row_number >= ${admitted.rowCount - 5} order by file_row_number`
            : `${select} order by file_row_number`,
        );
        return {
          ...admitted,
          cells: read
            .getRows()
            .map((row) => row.map((cell) => (cell === null ? null : String(cell)))),
        };
      },
    );
  } finally {
    await Promise.all(Object.values(temporary).map((path) => rm(path, { force: true })));
  }
}
