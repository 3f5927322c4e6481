import { FileDownload, operations, type InputOf } from '@columnist/contract';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { noteAudit } from '../../audit/audit-trail.ts';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { confirmExport } from './confirm-export.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';
import { resolveView } from '../views/resolve-view.ts';

/**
 * The rows of a view as CSV, safe to open in a spreadsheet, or as Parquet. Throws not_found,
 * unknown_column, invalid_input.
 */
export async function exportDataset(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['export']>,
): Promise<FileDownload> {
  const actor = authorize(ctx, operations.datasets.export);
  const { id, plain, format, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  noteAudit(ctx, { details: { format } });
  const asked = await resolveView(ctx, found, options);
  const path = join(ctx.settings.tempDir, `${uuid()}.${format}`);
  try {
    const table = await tableOf(ctx, found);
    const rows = await (format === 'parquet'
      ? ctx.engine.exportParquet(table, asked, path, jobOf(ctx))
      : ctx.engine.exportRows(table, { ...asked, forSpreadsheets: !plain }, path, jobOf(ctx)));
    // Only now is it known how many the view leaves.
    confirmExport(ctx, actor, rows);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return new FileDownload({
    path,
    filename: `${found.dataset.name.replace(/\.csv$/i, '')}-rows.${format}`,
    contentType: format === 'parquet' ? 'application/vnd.apache.parquet' : 'text/csv',
    temporary: true,
  });
}
