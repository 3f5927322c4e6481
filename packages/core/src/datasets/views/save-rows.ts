import { operations, type Dataset as WireDataset, type InputOf } from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { createFromRows } from '../lifecycle/create-from-rows.ts';
import { dictionaryOfRows, notesOfRows, readingOfRows } from '../lifecycle/reading-of-rows.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';
import { resolveView } from './resolve-view.ts';

/**
 * Makes the rows of a view a dataset of their own. Throws not_found, unknown_column,
 * dataset_limit_reached.
 */
export async function saveRows(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['saveRows']>,
): Promise<WireDataset> {
  const actor = authorize(ctx, operations.datasets.saveRows);
  const { id, name, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  const asked = await resolveView(ctx, found, options);
  return createFromRows(ctx, name, async (path) => {
    const table = await tableOf(ctx, found);
    const { columns, rows } = await ctx.engine.exportRows(
      table,
      { ...asked, forSpreadsheets: false },
      path,
      jobOf(ctx),
    );
    const { dataset, version } = found;
    return {
      rows,
      // Columns of the view, which may be others than those of the dataset.
      reading: readingOfRows(columns, rows),
      derived: {
        notes: notesOfRows(columns),
        dictionary: dictionaryOfRows(columns),
        recipe: {
          combination: null,
          sql: null,
          sources: [{ id: dataset.id, name: dataset.name, version: version.number }],
        },
        builtFrom: [{ id: dataset.id, version: version.number }],
      },
    };
  });
}
