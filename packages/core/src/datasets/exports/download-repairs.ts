import { AppError, FileDownload, operations, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { findDataset } from '../records/find-dataset.ts';
import { confirmExport } from './confirm-export.ts';
import { rowsInRepairs } from './rows-in-file.ts';

/**
 * The lines of the current version's file that were changed. Throws not_found, also where
 * there are none, and reauthentication_required.
 */
export async function downloadRepairs(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['repairs']>,
): Promise<FileDownload> {
  const actor = authorize(ctx, operations.datasets.repairs);
  const { dataset, version } = await findDataset(ctx.em, actor, input.id);
  const { repairsKey = null } = version;
  if (repairsKey === null)
    throw new AppError(
      'not_found',
      'Every line of this file was read as it is: there are no repairs.',
    );
  confirmExport(ctx, actor, rowsInRepairs(version));
  return new FileDownload({
    path: await ctx.ports.objects.localPath(repairsKey),
    filename: `${dataset.name.replace(/\.csv$/i, '')}-repairs.csv`,
    contentType: 'text/csv',
  });
}
