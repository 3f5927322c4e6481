import type { Reading } from '@columnist/contract';
import { combineFiles, type Combined } from '../admission/combine-files.ts';
import { previewFile } from '../admission/preview-file.ts';
import type { Writing } from '../admission/reconcile-marks.ts';
import { statedReading } from '../admission/stated-reading.ts';
import type { CombineInput, Preview } from '../engine.ts';

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
