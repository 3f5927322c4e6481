import {
  AppError,
  operations,
  type Dataset as WireDataset,
  type FilePart,
  type InputOf,
} from '@columnist/contract';
import { rm } from 'node:fs/promises';
import { authorize, type ServiceContext } from '../../context.ts';
import { isNamedCsv, nameOfFile } from '../records/clean-name.ts';
import { admitDataset, statusOf } from './create-dataset.ts';

/**
 * Imports one table of a file of another format than CSV as a new dataset, or a draft of one; the
 * first table where none is named. Throws as admitDataset.
 */
export async function importFile(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['import']>,
): Promise<WireDataset> {
  const { file, review, table, range, explode, borders, ...reading } = input;
  try {
    const { user } = authorize(ctx, operations.datasets.import);
    const name = nameOfFile(file);
    if (isNamedCsv(name)) throw isCsv();
    return await admitDataset(ctx, user, {
      name,
      file,
      status: statusOf(review),
      reading: { ...reading, part: partOf({ table, range, explode, borders }) },
    });
  } finally {
    await rm(file.path, { force: true });
  }
}

/** What is stated of a part. */
export const partOf = ({ format, table, range, explode, borders }: FilePart): FilePart => ({
  ...(format === undefined ? {} : { format }),
  ...(table === undefined ? {} : { table }),
  ...(range === undefined ? {} : { range }),
  ...(explode === undefined ? {} : { explode }),
  ...(borders === undefined ? {} : { borders }),
});

function isCsv(): AppError {
  const message = 'A .csv file is not imported but uploaded.';
  return new AppError('invalid_file', message, {
    fix: 'Upload it (POST /api/v1/datasets, or the drop area of the dashboard). If it is a workbook or an archive, give its name the right ending.',
    errors: [{ field: 'file', message }],
  });
}
