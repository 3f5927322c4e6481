import { FileDownload, operations, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { confirmExport } from './confirm-export.ts';
import { findDataset } from '../records/find-dataset.ts';

/** The file exactly as it was uploaded. */
export async function downloadDataset(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['download']>,
): Promise<FileDownload> {
  const actor = authorize(ctx, operations.datasets.download);
  const { dataset, version } = await findDataset(ctx.em, actor, input.id);
  confirmExport(ctx, actor, version.rowCount);
  const filename = /\.csv$/i.test(dataset.name) ? dataset.name : `${dataset.name}.csv`;
  return new FileDownload({
    path: await ctx.ports.objects.localPath(version.originalKey),
    filename,
    contentType: 'text/csv',
  });
}
