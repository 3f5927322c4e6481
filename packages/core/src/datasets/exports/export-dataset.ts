import {
  columnEntry,
  exportFormats,
  FileDownload,
  operations,
  type CountedColumn,
  type InputOf,
} from '@columnist/contract';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { noteAudit } from '../../audit/audit-trail.ts';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { confirmExport } from './confirm-export.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';
import { resolveView } from '../views/resolve-view.ts';

/**
 * The rows of a view in a format; CSV and TSV are safe to open in a spreadsheet. Throws not_found,
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
  const { ending, mediaType } = exportFormats[format];
  const path = join(ctx.settings.tempDir, `${uuid()}.${ending}`);
  let notes: string[] = [];
  try {
    const table = await tableOf(ctx, found);
    const written = { ...asked, forSpreadsheets: !plain };
    const made = await (format === 'parquet'
      ? ctx.engine.exportParquet(table, asked, path, jobOf(ctx))
      : format === 'csv'
        ? ctx.engine.exportRows(table, written, path, jobOf(ctx))
        : ctx.engine.exportFile(table, { ...written, format }, path, jobOf(ctx)));
    // Only now is it known how many the view leaves.
    confirmExport(ctx, actor, made.rows);
    const isSaid = made.notes.length > 0 && found.columns.some(isSaidOf);
    notes = [...made.notes, ...(isSaid ? [inDictionary] : [])];
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return new FileDownload({
    path,
    filename: `${found.dataset.name.replace(/\.[a-z0-9]{2,8}$/i, '')}-rows.${ending}`,
    contentType: mediaType,
    temporary: true,
    notes,
  });
}

const inDictionary =
  'All that is said about columns is in the data dictionary of the dataset, which is a CSV file.';

const isSaidOf = (column: CountedColumn): boolean =>
  [
    column.stored,
    ...columnEntry
      .omit({ type: true })
      .keyof()
      .options.map((one) => column[one]),
  ].some((said) => said !== undefined);
