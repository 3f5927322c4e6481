import type { Reading } from '@columnist/contract';
import { temporaryFiles } from '@columnist/tables/admission/temporary-files';
import { withConnection } from '@columnist/tables/database/duckdb';
import { previewPart } from '@columnist/tables/formats/preview-part';
import type { JobContext } from './job-context.ts';
import { combineFiles, type Combined } from '@columnist/tables/admission/combine-files';
import { previewFile } from '@columnist/tables/admission/preview-file';
import type { Writing } from '@columnist/tables/admission/reconcile-marks';
import { statedReading } from '@columnist/tables/admission/stated-reading';
import type { CombineInput, Preview } from '@columnist/tables/admission/inputs';

/** The first lines and rows of a file; `scratch` begins the names of temporary files. */
export const preview = (
  {
    source,
    reading,
    scratch,
  }: {
    readonly source: string;
    readonly reading: Reading;
    readonly scratch: string;
  },
  context: JobContext,
): Promise<Preview> => {
  const { part, ...others } = reading;
  if (part === undefined) return previewFile(source, statedReading(others), scratch);
  const temporary = temporaryFiles(`${scratch}.parquet`);
  return withConnection(
    {
      paths: [source, temporary.taken, temporary.inner],
      threads: 'one',
      memoryMb: context.memoryMb,
    },
    context.signal,
    (connection) =>
      previewPart(
        connection,
        { source, part, reading: statedReading(others) },
        temporary,
        scratch,
        context.signal,
      ),
  );
};

/** Rows of several files below one another. */
export const combine = ({
  parts,
  above,
  to,
  repairs,
  scratch,
}: CombineInput & { readonly above: Writing; readonly scratch: string }): Promise<Combined> =>
  combineFiles(
    parts.map(({ source, reading }) => ({ source, stated: statedReading(reading) })),
    to,
    scratch,
    above,
    repairs,
  );
