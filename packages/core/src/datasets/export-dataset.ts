import { FileDownload, operations, type InputOf } from '@columnist/contract';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { authorize, type ServiceContext } from '../context.ts';
import { findDataset, tableOf } from './find-dataset.ts';
import { resolveView } from './resolve-view.ts';

/** The rows of a view as CSV, safe to open in a spreadsheet. Throws not_found, unknown_column. */
export async function exportDataset(ctx: ServiceContext, input: InputOf<(typeof operations)['datasets']['export']>): Promise<FileDownload> {
  const actor = authorize(ctx, operations.datasets.export);
  const { id, plain, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  const asked = await resolveView(ctx, found, options);
  const path = join(ctx.settings.tempDir, `${uuid()}.csv`);
  try {
    await ctx.engine.exportRows(await tableOf(ctx, found), { ...asked, forSpreadsheets: !plain }, path, { signal: ctx.signal });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return new FileDownload({ path, filename: `${found.dataset.name.replace(/\.csv$/i, '')}-rows.csv`, contentType: 'text/csv', temporary: true });
}
