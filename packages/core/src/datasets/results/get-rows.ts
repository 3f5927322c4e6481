import { operations, type InputOf, type Rows, type WrittenJson } from '@columnist/contract';
import { z } from 'zod';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { readCursor, writeCursor } from '../../database/cursor.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';
import { resolveView } from '../views/resolve-view.ts';

const cursorParts = z.tuple([
  z.literal('rows'),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);

/** A page of rows of a view; the cursor goes on in the same view. */
export async function getRows(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['rows']>,
): Promise<Rows> {
  const actor = authorize(ctx, operations.datasets.rows);
  const { id, cursor: _, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  const page = await ctx.engine.rows(
    await tableOf(ctx, found),
    await resolveView(ctx, found, { ...options, offset: offsetOf(input) }),
    jobOf(ctx),
  );
  return {
    ...page,
    next_cursor: cursorAfter(page.offset + page.items.length, page.total, page.items.length),
  };
}

/** The same as JSON, which a worker has written. */
export async function writeRows(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['rows']>,
): Promise<WrittenJson> {
  const actor = authorize(ctx, operations.datasets.rows);
  const { id, cursor: _, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  const page = await ctx.engine.written.rows(
    await tableOf(ctx, found),
    await resolveView(ctx, found, { ...options, offset: offsetOf(input) }),
    jobOf(ctx),
  );
  const {
    offset,
    total,
    row_numbers: { length },
  } = pageFacts.parse(page.facts);
  return page.with({ next_cursor: cursorAfter(offset + length, total, length) });
}

const pageFacts = z.object({ offset: z.int(), total: z.int(), row_numbers: z.array(z.int()) });
const offsetOf = ({
  cursor,
  offset,
}: Pick<InputOf<(typeof operations)['datasets']['rows']>, 'cursor' | 'offset'>): number =>
  cursor === undefined ? offset : readCursor(cursor, cursorParts)[1];
const cursorAfter = (end: number, total: number, shown: number): string | null =>
  end < total && shown > 0 ? writeCursor('rows', String(end)) : null;
