import {
  operations,
  type FilePart,
  type InputOf,
  type Reading,
  type UploadedFile,
} from '@columnist/contract';
import { jobOf, type ServiceContext } from '../../context.ts';
import { partOf } from '../lifecycle/import-file.ts';
import { notImported } from '../lifecycle/list-contents.ts';
import { isNamedCsv, nameOfFile } from '../records/clean-name.ts';
import type { FoundDataset } from '../records/find-dataset.ts';

type Asked = Omit<InputOf<(typeof operations)['datasets']['addVersion']>, 'id' | 'file' | 'mode'>;

/**
 * How the file of a new version is read: CSV by its name, else a table of it. The table that the
 * version before was read from is read again where a file of the same format has one of this name.
 * Throws conflict where a table of a CSV file is asked for, and what opening a file throws.
 */
export async function readingOfFile(
  ctx: ServiceContext,
  { version }: FoundDataset,
  file: UploadedFile,
  { table, range, explode, borders, ...reading }: Asked,
): Promise<Reading> {
  const asked = partOf({ table, range, explode, borders });
  if (isNamedCsv(nameOfFile(file))) {
    if (Object.keys(asked).length > 0) throw notImported();
    return reading;
  }
  return { ...reading, part: { ...(await partBefore(ctx, version, file, asked)), ...asked } };
}

/** What was stated of the part before and is not stated again: cells of a sheet change with its rows. */
async function partBefore(
  ctx: ServiceContext,
  { reading: { part } }: FoundDataset['version'],
  file: UploadedFile,
  asked: FilePart,
): Promise<FilePart> {
  const { format: kept, table, explode, borders } = part ?? {};
  if (asked.table !== undefined || (table ?? explode ?? borders) === undefined) return {};
  const { format, tables } = await ctx.engine.contents(
    { source: file.path, filename: file.filename, part: {} },
    jobOf(ctx),
  );
  if (format !== kept) return {};
  const isThere = tables.some((one) => one.table === table && one.problem === null);
  return partOf({ ...(isThere ? { table } : {}), explode, borders });
}
