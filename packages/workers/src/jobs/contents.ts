import type { FileContents, FilePart } from '@columnist/contract';
import { temporaryFiles } from '@columnist/tables/admission/temporary-files';
import { withConnection } from '@columnist/tables/database/duckdb';
import { openFile } from '@columnist/tables/formats/admit-part';
import type { JobContext } from './job-context.ts';

/** The tables that an imported file holds. */
export const contents = (
  {
    source,
    scratch,
    filename,
    part,
  }: {
    readonly source: string;
    /** Begins the names of temporary files. */
    readonly scratch: string;
    readonly filename?: string | undefined;
    readonly part: FilePart;
  },
  { memoryMb, signal }: JobContext,
): Promise<Omit<FileContents, 'current'>> => {
  const { taken, inner } = temporaryFiles(`${scratch}.parquet`);
  return withConnection(
    { paths: [source, taken, inner], threads: 'all', memoryMb },
    signal,
    async (to) => {
      const { format, file } = await openFile(
        to,
        { source, filename, part },
        { taken, inner },
        signal,
      );
      return { format: format.name, title: format.title, tables: await format.list(file) };
    },
  );
};
