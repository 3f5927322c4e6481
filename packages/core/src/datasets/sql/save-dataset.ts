import {
  AppError,
  operations,
  type Dataset as WireDataset,
  type InputOf,
} from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { createFromRows } from '../lifecycle/create-from-rows.ts';
import { readingOfText } from '../lifecycle/reading-of-rows.ts';
import { saveRows } from '../views/save-rows.ts';
import { findTables } from './find-tables.ts';

/**
 * Keeps the rows of a view, or what a statement answers, as a dataset. Throws invalid_input,
 * invalid_sql, plan_required, not_found, dataset_limit_reached.
 */
export async function saveDataset(
  ctx: ServiceContext,
  { name, sql, id, columns, view }: InputOf<(typeof operations)['datasets']['save']>,
): Promise<WireDataset> {
  authorize(ctx, operations.datasets.save);
  if (sql === undefined) {
    if (id === undefined) throw oneOf('id', 'Name the dataset whose rows are kept, or send sql.');
    return saveRows(ctx, { id, name, columns, view });
  }
  if (id !== undefined || columns !== undefined || view !== undefined)
    throw oneOf('sql', 'Send sql alone, or id with columns and view.');
  const actor = authorize(ctx, operations.datasets.runSql);
  const { tables, datasets } = await findTables(ctx, actor, sql);
  return createFromRows(ctx, name, async (path) => {
    const { texts } = await ctx.engine.exportSql(sql, tables, path, jobOf(ctx));
    return {
      reading: readingOfText(texts),
      derived: {
        recipe: { combination: null, sql, sources: datasets },
        builtFrom: datasets.map((one) => ({ id: one.id, version: one.version })),
      },
    };
  });
}

const oneOf = (field: string, fix: string): AppError =>
  new AppError('invalid_input', `${field}: ${fix}`, { errors: [{ field, message: fix }], fix });
