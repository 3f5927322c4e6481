import {
  columnEntry,
  columnsInLists,
  countedColumn,
  operations,
  type InputOf,
  type OutputOf,
} from '@columnist/contract';
import { z } from 'zod';
import { authorize, type ServiceContext } from '../../context.ts';
import { runStatement } from '../../database/run-statement.ts';
import { cleanName } from '../records/clean-name.ts';
import { readCursor, writeCursor } from '../../database/cursor.ts';
import { applyDictionary } from '../records/apply-dictionary.ts';
import { present } from '../records/admit-version.ts';
import { Dataset, DatasetVersion } from '../records/dataset.entity.ts';
import { presentListed } from '../records/dataset.presenter.ts';

type List = (typeof operations)['datasets']['list'];

const cursorParts = z.tuple([z.iso.datetime().transform((instant) => new Date(instant)), z.uuid()]);

/**
 * The caller's datasets, newest first; the cursor names the last one seen, so that new ones shift
 * no page.
 */
export async function listDatasets(
  ctx: ServiceContext,
  input: InputOf<List>,
): Promise<OutputOf<List>> {
  const { user, limits } = authorize(ctx, operations.datasets.list);
  const where = {
    owner: user.id,
    ...present,
    deletedAt: null,
    ...named(input.q),
    ...(limits?.datasetIds ? { id: { $in: [...limits.datasetIds] } } : {}),
  };
  const found = await ctx.em.find(
    Dataset,
    { ...where, ...beyond(input.cursor) },
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit: input.limit + 1 },
  );
  const page = found.slice(0, input.limit);
  const last = page.at(-1);
  return {
    items: await presentAll(ctx, page),
    total: await ctx.em.count(Dataset, where),
    next_cursor:
      found.length > page.length && last !== undefined
        ? writeCursor(last.createdAt.toISOString(), last.id)
        : null,
  };
}

/** Names are stored clean, so what is sought is cleaned alike; % and _ mean themselves. */
function named(q = '') {
  const part = cleanName(q);
  return part === '' ? {} : { name: { $ilike: `%${part.replace(/[\\%_]/g, String.raw`\$&`)}%` } };
}

function beyond(cursor: string | undefined) {
  if (cursor === undefined) return {};
  const [createdAt, id] = readCursor(cursor, cursorParts);
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, id: { $lt: id } }] };
}

async function presentAll(ctx: ServiceContext, datasets: readonly Dataset[]) {
  if (datasets.length === 0) return [];
  const versions = await ctx.em.find(DatasetVersion, {
    $or: datasets.map((dataset) => ({ dataset: dataset.id, number: dataset.currentVersion })),
  });
  const byDataset = new Map(versions.map((version) => [version.dataset.id, version]));
  const columns = new Map(
    (
      await readFirstColumns(
        ctx,
        versions.map(({ id }) => id),
      )
    ).map((of) => [of.id, of]),
  );
  return datasets.flatMap((dataset) => {
    const version = byDataset.get(dataset.id);
    const first = version === undefined ? undefined : columns.get(version.id);
    return version === undefined || first === undefined
      ? []
      : [
          presentListed(
            dataset,
            version,
            [...applyDictionary(first.columns, first.dictionary)],
            first.count,
          ),
        ];
  });
}

const firstColumns = z.array(
  z.object({
    id: z.uuid(),
    count: z.int(),
    columns: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(z.array(countedColumn)),
    dictionary: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(z.record(z.string(), columnEntry)),
  }),
);

/**
 * A list of wide tables would be megabytes of columns: the database cuts them, and what was said of
 * others.
 */
async function readFirstColumns({ em }: ServiceContext, ids: readonly string[]) {
  return firstColumns.parse(
    await runStatement(
      em,
      `with first as (
        select v.id, d.dictionary, jsonb_array_length(v.columns) as count,
          jsonb_path_query_array(v.columns, '$[0 to ${columnsInLists - 1}]') as columns
        from dataset_version v join dataset d on d.id = v.dataset_id where v.id = any($1::uuid[]))
      select id, count, columns::text as columns, coalesce((
        select jsonb_object_agg(c ->> 'name', first.dictionary -> (c ->> 'name'))
        from jsonb_array_elements(first.columns) c
        where first.dictionary ? (c ->> 'name')), '{}')::text as dictionary from first`,
      [ids],
    ),
  );
}
