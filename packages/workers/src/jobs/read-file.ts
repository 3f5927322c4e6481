import type { Description } from '@columnist/contract';
import { rm } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import {
  admitFile,
  type AdmittedFile,
  type FileToAdmit,
} from '@columnist/tables/admission/admit-file';
import { temporaryFiles } from '@columnist/tables/admission/temporary-files';
import type { Admitted } from '@columnist/tables/admission/inputs';
import { prepareInstance, withConnection } from '@columnist/tables/database/duckdb';
import { withTable, type JobContext } from './job-context.ts';

let loading: Promise<typeof import('@columnist/tables/columns/profile-table')> | null = null;

/**
 * What describes columns, loaded while the database reads. Its compiled code is kept at once:
 * workers are killed.
 */
function describing(): NonNullable<typeof loading> {
  loading ??= import('@columnist/tables/columns/profile-table').finally(() => flushCompileCache());
  return loading;
}

/** Reads the file into `${parquet}.part`. */
export async function readFile(
  file: FileToAdmit,
  { memoryMb, signal, onProgress }: JobContext,
): Promise<AdmittedFile> {
  const temporary = temporaryFiles(file.parquet);
  const reading = withConnection(
    { paths: [file.source, ...Object.values(temporary)], threads: 'all', memoryMb },
    signal,
    (connection) => admitFile(connection, file, temporary, onProgress),
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
  const profiled = await withTable(parquet, context, (connection, aside) =>
    profileTable(connection, aside, parquet, columns, rowCount, (done) =>
      context.onProgress({ step: 'profiling', share: done / columns.length }),
    ),
  );
  return {
    ...profiled,
    columns: profiled.columns.map((column, i) => {
      const others = columns[i]?.other_readings;
      return others === undefined ? column : { ...column, other_readings: others };
    }),
  };
}

/** Removes what reading into this file left. */
export async function removeTemporary(parquet: string): Promise<void> {
  await Promise.all(
    Object.values(temporaryFiles(parquet)).map((path) => rm(path, { force: true })),
  );
}
