import {
  UploadedFile,
  operations,
  type Dataset as WireDataset,
  type InputOf,
} from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { cleanName } from '../records/clean-name.ts';
import { findDataset } from '../records/find-dataset.ts';
import { admitDataset, statusOf } from './create-dataset.ts';
import { partOf } from './import-file.ts';
import { notImported } from './list-contents.ts';

/**
 * Another table of the file that a dataset was imported from, as a dataset of its own with its own
 * copy of the file. Throws not_found, conflict, and as admitDataset.
 */
export async function importTable(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['importTable']>,
): Promise<WireDataset> {
  const { user, ...actor } = authorize(ctx, operations.datasets.importTable);
  const { id, table, range, explode, review, ...reading } = input;
  const { dataset, version } = await findDataset(ctx.em, { user, ...actor }, id);
  const { part } = version.reading;
  if (part === undefined) throw notImported();
  const file = new UploadedFile({
    path: await ctx.ports.objects.localPath(version.originalKey),
    filename: dataset.name,
    bytes: version.fileSize,
    sha256: version.sha256,
  });
  return admitDataset(ctx, user, {
    name: cleanName(`${dataset.name.replace(/ – .*$/, '')} – ${table.split('/').at(-1) ?? table}`),
    file,
    status: statusOf(review),
    reading: { ...reading, part: partOf({ format: part.format, table, range, explode }) },
  });
}
