import {
  exportFormats,
  FileDownload,
  operations,
  type ExportFormat,
  type InputOf,
} from '@columnist/contract';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { noteAudit } from '../../audit/audit-trail.ts';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { tableOfAnswer } from '../answers/table-of-answer.ts';
import { findTables } from '../sql/find-tables.ts';
import { confirmExport } from './confirm-export.ts';
import { exportDataset } from './export-dataset.ts';
import { findSource } from './find-source.ts';

type Asked = InputOf<(typeof operations)['datasets']['file']>;

/**
 * The rows of a view, what a statement answers, or a table of an earlier answer as a file. Throws
 * invalid_input, invalid_sql, plan_required, not_found, conflict, reauthentication_required.
 */
export async function makeFile(ctx: ServiceContext, input: Asked): Promise<FileDownload> {
  const actor = authorize(ctx, operations.datasets.file);
  const source = await findSource(ctx, actor, input);
  const { format, plain } = input;
  if (source.kind === 'rows') {
    const { id, columns, view } = source;
    const file = await exportDataset(ctx, { id, columns, view, format, plain });
    if (input.name === 'answer') return file;
    const { path: made, contentType, temporary, notes } = file;
    return new FileDownload({
      path: made,
      contentType,
      temporary,
      notes,
      filename: nameOf(input),
    });
  }
  noteAudit(ctx, { target: nameOf(input), details: { format } });
  let notes: string[] = [];
  const path = join(ctx.settings.tempDir, `${uuid()}.${exportFormats[format].ending}`);
  try {
    const of =
      source.kind === 'sql'
        ? { sql: source.sql, tables: await tablesNamed(ctx, source.sql) }
        : await tableOfAnswer(ctx, actor, source.answerId, input.table);
    const { held, notes: said } = await ctx.engine.exportAnswer(
      of,
      { format, forSpreadsheets: !plain },
      path,
      jobOf(ctx),
    );
    confirmExport(ctx, actor, held);
    notes = [...said];
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return new FileDownload({
    path,
    filename: nameOf(input),
    contentType: exportFormats[format].mediaType,
    temporary: true,
    notes,
  });
}

async function tablesNamed(ctx: ServiceContext, sql: string) {
  const actor = authorize(ctx, operations.datasets.runSql);
  return (await findTables(ctx, actor, sql)).tables;
}

/** The name that was given, with the ending of the format. */
export function nameOf({
  name,
  format,
}: {
  readonly name: string;
  readonly format: ExportFormat;
}): string {
  const { ending } = exportFormats[format];
  const bare = (name.split(/[\\/]/).at(-1) ?? '').replace(/\.[a-z0-9]{2,8}$/i, '');
  return `${bare === '' ? 'answer' : bare}.${ending}`;
}
