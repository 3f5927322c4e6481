import { AppError, operations, type InputOf, type OutputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { Dataset, DatasetVersion } from './dataset.entity.ts';
import { presentDataset } from './dataset.presenter.ts';

type List = (typeof operations)['datasets']['list'];

/** The caller's datasets, newest first; the cursor names the last one seen. */
export async function listDatasets(ctx: ServiceContext, input: InputOf<List>): Promise<OutputOf<List>> {
  const { user } = authorize(ctx, operations.datasets.list);
  const named = input.q === undefined || input.q === '' ? {} : { name: { $ilike: `%${input.q.replace(/[\\%_]/g, String.raw`\$&`)}%` } };
  const where = { owner: user.id, status: 'ready' as const, deletedAt: null, ...named };
  const after = input.cursor === undefined ? null : cursorOf(input.cursor);
  const beyond = after === null ? {} : { $or: [{ createdAt: { $lt: after.createdAt } }, { createdAt: after.createdAt, id: { $lt: after.id } }] };
  const found = await ctx.em.find(Dataset, { ...where, ...beyond }, { orderBy: { createdAt: 'desc', id: 'desc' }, limit: input.limit + 1 });
  const page = found.slice(0, input.limit);
  const versions = await ctx.em.find(DatasetVersion, { dataset: page.map((dataset) => dataset.id) });
  const items = page.flatMap((dataset) => {
    const version = versions.find((candidate) => candidate.dataset.id === dataset.id && candidate.number === dataset.currentVersion);
    return version === undefined ? [] : [presentDataset(dataset, version, 'list')];
  });
  const last = page.at(-1);
  return {
    items,
    total: await ctx.em.count(Dataset, where),
    next_cursor: found.length > input.limit && last !== undefined ? Buffer.from(`${last.createdAt.toISOString()} ${last.id}`).toString('base64url') : null,
  };
}

function cursorOf(cursor: string): { createdAt: Date; id: string } {
  const [instant = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const createdAt = new Date(instant);
  if (Number.isNaN(createdAt.getTime()) || !/^[0-9a-f-]{36}$/.test(id)) {
    throw new AppError('invalid_input', 'This cursor is not one of ours.', { errors: [{ field: 'cursor', message: 'Use next_cursor of the page before, or leave it out.' }] });
  }
  return { createdAt, id };
}
