import {
  AppError,
  changeOfType,
  operations,
  type CountedColumn,
  type InputOf,
  type OutputOf,
} from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { columnsOf } from '../records/columns-of.ts';
import { DatasetVersion } from '../records/dataset.entity.ts';
import { findDataset } from '../records/find-dataset.ts';

type Compare = (typeof operations)['datasets']['compareVersions'];

/** What two versions of a dataset do not share. Throws not_found. */
export async function compareVersions(
  ctx: ServiceContext,
  input: InputOf<Compare>,
): Promise<OutputOf<Compare>> {
  const actor = authorize(ctx, operations.datasets.compareVersions);
  const { dataset } = await findDataset(ctx.em, actor, input.id);
  const [from, to] = await Promise.all(
    [input.from, input.to].map((number) => findVersion(ctx, dataset.id, number)),
  );
  if (from === undefined || to === undefined) throw new AppError('not_found', 'Version not found.');
  const [had, has] = await Promise.all([columnsOf(ctx.em, from), columnsOf(ctx.em, to)]);
  const [before, after] = [byName(had), byName(has)];
  const shared = had.filter(({ name }) => after.has(name)).map(({ name }) => name);
  return {
    from: from.number,
    to: to.number,
    row_count: { from: from.rowCount, to: to.rowCount },
    added: has.filter(({ name }) => !before.has(name)).map(columnOf),
    removed: had.filter(({ name }) => !after.has(name)).map(columnOf),
    retyped: had.flatMap((column) => {
      const now = after.get(column.name);
      const change = now === undefined ? null : changeOfType(column, now);
      return change === null ? [] : [{ name: column.name, ...change }];
    }),
    moved: has.filter(({ name }) => before.has(name)).some(({ name }, i) => name !== shared[i]),
  };
}

const byName = (columns: readonly CountedColumn[]): Map<string, CountedColumn> =>
  new Map(columns.map((column) => [column.name, column]));
const columnOf = ({ name, type, storage }: CountedColumn) => ({ name, type, storage });

/** Throws not_found. */
export async function findVersion(
  ctx: Pick<ServiceContext, 'em'>,
  dataset: string,
  number: number,
): Promise<DatasetVersion> {
  const version = await ctx.em.findOne(DatasetVersion, { dataset, number });
  if (version === null)
    throw new AppError('not_found', `The dataset has no version ${number}.`, {
      fix: 'List its versions to find their numbers.',
    });
  return version;
}
