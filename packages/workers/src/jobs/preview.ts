import type { Reading } from '@columnist/contract';
import { combineFiles, type Combined } from '@columnist/tables/admission/combine-files';
import { previewFile } from '@columnist/tables/admission/preview-file';
import type { Writing } from '@columnist/tables/admission/reconcile-marks';
import { statedReading } from '@columnist/tables/admission/stated-reading';
import type { CombineInput, Preview } from '@columnist/tables/admission/inputs';

/** The first lines and rows of a file; `scratch` begins the names of temporary files. */
export const preview = ({
  source,
  reading,
  scratch,
}: {
  readonly source: string;
  readonly reading: Reading;
  readonly scratch: string;
}): Promise<Preview> => previewFile(source, statedReading(reading), scratch);

/** Rows of several files below one another. */
export const combine = ({
  parts,
  above,
  to,
  scratch,
}: CombineInput & { readonly above: Writing; readonly scratch: string }): Promise<Combined> =>
  combineFiles(
    parts.map(({ source, reading }) => ({ source, stated: statedReading(reading) })),
    to,
    scratch,
    above,
  );
