import { endingOf, FileDownload, fileFormats, operations, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { confirmExport } from './confirm-export.ts';
import { findDataset } from '../records/find-dataset.ts';
import { rowsInFile } from './rows-in-file.ts';

/** The file exactly as it was uploaded. Throws not_found, reauthentication_required. */
export async function downloadDataset(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['download']>,
): Promise<FileDownload> {
  const actor = authorize(ctx, operations.datasets.download);
  const { dataset, version } = await findDataset(ctx.em, actor, input.id);
  confirmExport(ctx, actor, rowsInFile(version));
  return new FileDownload({
    path: await ctx.ports.objects.localPath(version.originalKey),
    filename: nameOfOriginal(dataset.name, version.reading.part?.format),
    contentType: version.reading.part === undefined ? 'text/csv' : 'application/octet-stream',
  });
}

/** The name of the file as uploaded: with an ending of its format. */
export function nameOfOriginal(name: string, format: string | undefined): string {
  const endings: readonly string[] = Object.entries(fileFormats).find(
    ([known]) => known === format,
  )?.[1].endings ?? ['csv'];
  return endings.includes(endingOf(name)) ? name : `${name}.${endings[0] ?? 'csv'}`;
}
