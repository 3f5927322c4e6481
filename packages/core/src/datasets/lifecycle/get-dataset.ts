import {
  operations,
  type Dataset as WireDataset,
  type InputOf,
  type WrittenJson,
} from '@columnist/contract';
import { writeJson } from '@columnist/workers';
import { z } from 'zod';
import { authorize, type ServiceContext } from '../../context.ts';
import { runStatement } from '../../database/run-statement.ts';
import { currentColumns } from '../records/current-columns.ts';
import { present } from '../records/admit-version.ts';
import { Dataset, DatasetVersion } from '../records/dataset.entity.ts';
import { presentDataset, presentFacts } from '../records/dataset.presenter.ts';
import { findDataset, mayTouch } from '../records/find-dataset.ts';
import { noDataset } from '../records/no-dataset.ts';

/** One dataset of the caller. Throws not_found. */
export async function getDataset(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['get']>,
): Promise<WireDataset> {
  const actor = authorize(ctx, operations.datasets.get);
  const { dataset, version, columns } = await findDataset(ctx.em, actor, input.id);
  return presentDataset(dataset, version, columns);
}

/**
 * The same as JSON; its columns, which may be thousands, are the text that the database has. A
 * worker has checked them.
 * Kept until the name, the status or what people said about the columns changes: the rest of a
 * version stays as it is. Columns that are of the next revision already may be kept with this one,
 * which nobody asks for afterwards.
 */
export async function writeDataset(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['get']>,
): Promise<WrittenJson> {
  const actor = authorize(ctx, operations.datasets.get);
  const found = mayTouch(actor, input.id)
    ? await ctx.em.findOne(Dataset, {
        id: input.id,
        owner: actor.user.id,
        ...present,
        deletedAt: null,
      })
    : null;
  const version =
    found === null
      ? null
      : await ctx.em.findOne(DatasetVersion, { dataset: found.id, number: found.currentVersion });
  if (found === null || version === null) throw noDataset();
  const revision = found.dictionaryRevision;
  const keptAs = JSON.stringify(['dataset', version.id, found.name, found.status, revision]);
  const kept = ctx.descriptions.written.get(keptAs);
  if (kept !== undefined) return kept;
  if (revision > 0) {
    const columns = await currentColumns(ctx.em, found, version);
    const said = writeJson(presentDataset(found, version, columns));
    ctx.descriptions.written.set(keptAs, said);
    return said;
  }
  const [{ columns, count }] = stored.parse(
    await runStatement(
      ctx.em,
      'select columns::text as columns, jsonb_array_length(columns) as count from dataset_version where id = $1',
      [version.id],
    ),
  );
  const written = writeJson({ ...presentFacts(found, version), column_count: count }, { columns });
  ctx.descriptions.written.set(keptAs, written);
  return written;
}

const stored = z.tuple([z.object({ columns: z.string(), count: z.int() })]);
