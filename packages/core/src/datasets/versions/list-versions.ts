import { operations, type InputOf, type OutputOf } from '@columnist/contract';
import { z } from 'zod';
import { authorize, type ServiceContext } from '../../context.ts';
import { DatasetVersion } from '../records/dataset.entity.ts';
import { findDataset } from '../records/find-dataset.ts';

type List = (typeof operations)['datasets']['listVersions'];

/** The versions of a dataset, newest first. Throws not_found. */
export async function listVersions(
  ctx: ServiceContext,
  input: InputOf<List>,
): Promise<OutputOf<List>> {
  const actor = authorize(ctx, operations.datasets.listVersions);
  const { dataset } = await findDataset(ctx.em, actor, input.id);
  const versions = await ctx.em.find(
    DatasetVersion,
    { dataset: dataset.id },
    { orderBy: { number: 'desc' } },
  );
  const counts = new Map(
    counted
      .parse(
        await ctx.em.execute(
          'select id, jsonb_array_length(columns) as count from dataset_version where dataset_id = ?',
          [dataset.id],
        ),
      )
      .map(({ id, count }) => [id, count]),
  );
  return versions.map((version) => ({
    version: version.number,
    current: version.number === dataset.currentVersion,
    created_at: version.createdAt.toISOString(),
    made_by: version.madeBy,
    file_size: version.fileSize,
    sha256: version.sha256,
    row_count: version.rowCount,
    column_count: counts.get(version.id) ?? 0,
  }));
}

const counted = z.array(z.object({ id: z.uuid(), count: z.int() }));
