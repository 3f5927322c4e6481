import { AppError, operations, type InputOf, type Rows } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { findDataset, tableOf } from './find-dataset.ts';

const cursorOf = (offset: number): string => Buffer.from(`rows ${offset}`).toString('base64url');

function offsetOf(cursor: string): number {
  const match = /^rows (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (match === null) throw new AppError('invalid_input', 'This cursor is not one of ours.', { errors: [{ field: 'cursor', message: 'Use next_cursor of the page before, or leave it out.' }] });
  return Number(match[1]);
}

export async function getRows(ctx: ServiceContext, input: InputOf<(typeof operations)['datasets']['rows']>): Promise<Rows> {
  const { user } = authorize(ctx, operations.datasets.rows);
  const { id, cursor, ...options } = input;
  const table = await tableOf(ctx, await findDataset(ctx.em, user.id, id));
  const page = await ctx.engine.rows(table, { ...options, offset: cursor === undefined ? options.offset : offsetOf(cursor) }, { signal: ctx.signal });
  const end = page.offset + page.items.length;
  return { ...page, next_cursor: end < page.total && page.items.length > 0 ? cursorOf(end) : null };
}
