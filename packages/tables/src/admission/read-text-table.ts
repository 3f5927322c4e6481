import { DuckDBInstance } from '@duckdb/node-api';
import { readFile, rename, rm } from 'node:fs/promises';
import { withConnection } from '../database/duckdb.ts';
import { admitFile } from './admit-file.ts';
import type { StatedReading } from './stated-reading.ts';
import { readCounted } from './read-counted.ts';
import { namesToRepeat, repeatsNames } from './repeats-names.ts';
import { temporaryFiles } from './temporary-files.ts';
import { threadsFor } from './threads-for.ts';

/** A file as admission reads it, before its columns have types. */
export interface TextTable {
  /** As in the file; null where it has no header. */
  readonly names: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
  /** Lines of the repairs table below its header: line, action, text, read_as. */
  readonly repairs: string;
  readonly notes: readonly { readonly code: string; readonly count: number }[];
}

/**
 * Reads all cells of a file as text; `scratch` is the path of temporary files. For measures and
 * tests of admission. Throws invalid_file.
 */
export async function readTextTable(
  source: string,
  stated: StatedReading,
  scratch: string,
): Promise<TextTable> {
  const temporary = temporaryFiles(scratch);
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    const { opened, result } = await readCounted(
      source,
      stated,
      temporary,
      () => undefined,
      async ({ table, looked, careful, rows }) => {
        const found =
          rows === 0
            ? []
            : (await connection.runAndReadAll(`select * from ${table}`))
                .getRows()
                .map((row) => row.map((value) => String(value ?? '')));
        const header = careful ? null : namesToRepeat(looked.names);
        return found.some((row) => repeatsNames(row, header))
          ? null
          : { rows: found.length, result: found };
      },
    );
    return {
      names: opened.looked.names,
      rows: result,
      repairs: opened.careful ? await readFile(temporary.repairs, 'utf8') : '',
      notes: opened.notes,
    };
  } finally {
    connection.closeSync();
    instance.closeSync();
    await Promise.all(Object.values(temporary).map((path) => rm(path, { force: true })));
  }
}

/**
 * Reads a file into a Parquet file as an upload is read, without the profile; for measures. Answers
 * its rows.
 */
export async function admitTable(
  source: string,
  parquet: string,
  reading: StatedReading = {},
): Promise<number> {
  const temporary = temporaryFiles(parquet);
  try {
    const { rowCount } = await withConnection(
      {
        paths: [source, ...Object.values(temporary)],
        threads: await threadsFor(source),
        memoryMb: 4096,
      },
      new AbortController().signal,
      (connection, aside) =>
        admitFile(connection, aside, { source, parquet, reading }, temporary, () => undefined),
    );
    await rename(temporary.part, parquet);
    return rowCount;
  } finally {
    await Promise.all(Object.values(temporary).map((path) => rm(path, { force: true })));
  }
}
