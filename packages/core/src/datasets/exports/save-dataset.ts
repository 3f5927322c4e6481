import { AppError, operations, type InputOf, type OutputOf } from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { tableOfAnswer } from '../answers/table-of-answer.ts';
import { confirmExport } from './confirm-export.ts';
import { makeDownloadLink } from './make-download-link.ts';
import { findSource } from './find-source.ts';
import { createFromRows } from '../lifecycle/create-from-rows.ts';
import { notesOfRows, readingOfRows } from '../lifecycle/reading-of-rows.ts';
import { putView } from '../views/put-view.ts';
import { saveRows } from '../views/save-rows.ts';
import { findTables } from '../sql/find-tables.ts';

type Save = (typeof operations)['datasets']['save'];

/**
 * Keeps the rows of a view, what a statement answers, or a table of an earlier answer, as a dataset;
 * with a format as a file behind a link, or as a saved view. Throws invalid_input, invalid_sql, plan_required,
 * not_found, conflict, dataset_limit_reached, reauthentication_required.
 */
export async function saveDataset(
  ctx: ServiceContext,
  { format, ...input }: InputOf<Save>,
): Promise<OutputOf<Save>> {
  const { name, table } = input;
  const actor = authorize(ctx, operations.datasets.save);
  if (format === 'view') return saveView(ctx, input);
  if (format !== undefined) return makeDownloadLink(ctx, actor, input, format);
  const source = await findSource(ctx, actor, input);
  if (source.kind === 'rows') {
    const { id, columns, view } = source;
    return saveRows(ctx, { id, name, columns, view });
  }
  if (source.kind === 'answer') {
    const found = await tableOfAnswer(ctx, actor, source.answerId, table);
    return createFromRows(ctx, name, async (path) => {
      const { columns: written } = await ctx.engine.exportAnswer(
        found,
        { format: 'csv', forSpreadsheets: false },
        path,
        jobOf(ctx),
      );
      const rows = found.rows.length;
      const isWhole = (i: number): boolean =>
        found.rows.every(({ [i]: cell = null }) => cell === null || Number.isSafeInteger(cell));
      const kept = written.map(({ name, storage }, i) => ({
        name,
        storage: storage === 'DOUBLE' && isWhole(i) ? 'BIGINT' : storage,
      }));
      return { reading: readingOfRows(kept, rows), derived: null, rows };
    });
  }
  authorize(ctx, operations.datasets.runSql);
  const { sql } = source;
  const { tables, datasets } = await findTables(ctx, actor, sql);
  return createFromRows(ctx, name, async (path) => {
    const {
      columns: written,
      rows,
      held,
    } = await ctx.engine.exportSql(sql, tables, path, jobOf(ctx));
    // Later its rows are all that is counted, and here they are fewer than what it holds.
    if (rows < held) confirmExport(ctx, actor, held);
    return {
      rows,
      reading: readingOfRows(written, rows),
      derived: {
        notes: notesOfRows(written),
        recipe: { combination: null, sql, sources: datasets },
        builtFrom: datasets.map((one) => ({ id: one.id, version: one.version })),
      },
    };
  });
}

/** Saves a view under the name. Throws invalid_input where what is kept is no view of a dataset. */
async function saveView(
  ctx: ServiceContext,
  { id, name, view, columns, sql, answer_id: answerId }: Omit<InputOf<Save>, 'format'>,
): Promise<OutputOf<Save>> {
  if (id !== undefined && view !== undefined && (columns ?? sql ?? answerId) === undefined)
    return putView(ctx, { id, name, view });
  const field = id === undefined ? 'id' : view === undefined ? 'view' : 'format';
  const fix =
    "A saved view is a 'view' of the dataset 'id', without columns; leave out format to keep rows, or what a SELECT answers, as a dataset.";
  throw new AppError('invalid_input', `${field}: ${fix}`, {
    errors: [{ field, message: fix }],
    fix,
  });
}
