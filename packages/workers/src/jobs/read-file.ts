import type { Description, FilePart, WrittenTable } from '@columnist/contract';
import { rm } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import {
  admitFile,
  type AdmittedFile,
  type FileToAdmit,
} from '@columnist/tables/admission/admit-file';
import { threadsFor } from '@columnist/tables/admission/threads-for';
import { temporaryFiles, whatMayBeLeft } from '@columnist/tables/admission/temporary-files';
import type { Admitted } from '@columnist/tables/admission/inputs';
import { prepareInstance, withConnection } from '@columnist/tables/database/duckdb';
import { withSpill, type JobContext } from './job-context.ts';

let loading: Promise<typeof import('@columnist/tables/columns/profile-table')> | null = null;

/**
 * What describes columns, loaded while the database reads. Its compiled code is kept at once:
 * workers are killed.
 */
function describing(): NonNullable<typeof loading> {
  loading ??= import('@columnist/tables/columns/profile-table').finally(() => flushCompileCache());
  return loading;
}

export interface FileToRead extends FileToAdmit {
  /** Of a file to be imported. */
  readonly part?: FilePart | undefined;
  readonly filename?: string | undefined;
  /** Of rows that we wrote. */
  readonly written?: WrittenTable | undefined;
}

/** Reads the file into `${parquet}.part`. */
export async function readFile(
  { part, filename, written, ...file }: FileToRead,
  { memoryMb, signal, onProgress }: JobContext,
): Promise<AdmittedFile & { readonly part?: FilePart }> {
  const temporary = temporaryFiles(file.parquet);
  const reading = withConnection(
    {
      paths: [file.source, ...Object.values(temporary)],
      threads: await threadsFor(file.source),
      memoryMb,
    },
    signal,
    async (connection, aside): Promise<AdmittedFile & { readonly part?: FilePart }> => {
      if (written !== undefined) {
        const { admitWritten } = await import('@columnist/tables/formats/admit-written');
        return admitWritten(
          connection,
          { source: file.source, written, reading: file.reading ?? {} },
          temporary,
        );
      }
      if (part === undefined) return admitFile(connection, aside, file, temporary, onProgress);
      const { admitPart } = await import('@columnist/tables/formats/admit-part');
      return admitPart(
        connection,
        aside,
        { ...file, part, filename },
        temporary,
        signal,
        onProgress,
      );
    },
  );
  // For what is asked of the table next.
  prepareInstance();
  const [read] = await Promise.all([reading, describing()]);
  return read;
}

/** Describes the columns of what was read. */
export async function profileFile(
  parquet: string,
  { columns, rowCount }: AdmittedFile,
  context: JobContext,
): Promise<{ readonly columns: Admitted['columns']; readonly profile: Description }> {
  const { profileTable } = await describing();
  const profiled = await withSpill({ parquet, rowCount }, context, (connection, aside) =>
    profileTable(connection, aside, parquet, columns, rowCount, (done) =>
      context.onProgress({ step: 'profiling', share: done / columns.length }),
    ),
  );
  return {
    ...profiled,
    columns: profiled.columns.map((column, i) => {
      const { other_readings: others, label, unit, value_labels: labels } = columns[i] ?? {};
      return {
        ...column,
        ...(others === undefined ? {} : { other_readings: others }),
        ...(label === undefined ? {} : { label }),
        ...(unit === undefined ? {} : { unit }),
        ...(labels === undefined ? {} : { value_labels: labels }),
      };
    }),
  };
}

/** Removes what reading into this file left. */
export async function removeTemporary(parquet: string): Promise<void> {
  await Promise.all(
    whatMayBeLeft(parquet).map((path) => rm(path, { force: true, recursive: true })),
  );
}
