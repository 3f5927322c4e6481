import { operations, type InputOf, type Rows } from '@columnist/contract';
import { z } from 'zod';
import { authorize, jobOf, type ServiceContext } from '../context.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { findDataset, tableOf } from './find-dataset.ts';
import { resolveView } from './resolve-view.ts';

const cursorParts = z.tuple([z.literal('rows'), z.string().regex(/^\d{1,15}$/).transform(Number)]);

/** A page of rows of a view; the cursor goes on in the same view. */
export async function getRows(ctx: ServiceContext, input: InputOf<(typeof operations)['datasets']['rows']>): Promise<Rows> {
  const actor = authorize(ctx, operations.datasets.rows);
  const { id, cursor, ...options } = input;
  const offset = cursor === undefined ? options.offset : readCursor(cursor, cursorParts)[1];
  const found = await findDataset(ctx.em, actor, id);
  const page = await ctx.engine.rows(await tableOf(ctx, found), await resolveView(ctx, found, { ...options, offset }), jobOf(ctx));
  const end = page.offset + page.items.length;
  return { ...page, next_cursor: end < page.total && page.items.length > 0 ? writeCursor('rows', String(end)) : null };
}
