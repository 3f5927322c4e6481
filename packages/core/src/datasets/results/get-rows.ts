import {
  AppError,
  operations,
  readPageCursor,
  writePageCursor,
  type InputOf,
  type Rows,
  type WrittenJson,
} from '@columnist/contract';
import { z } from 'zod';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';
import { resolveView } from '../views/resolve-view.ts';

type Input = InputOf<(typeof operations)['datasets']['rows']>;

/** A page of rows of a view; the cursor goes on in the same view. */
export async function getRows(ctx: ServiceContext, input: Input): Promise<Rows> {
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
    next_cursor: cursorAfter(input, page.offset + page.items.length, page.total, page.items.length),
  };
}

/** The same as JSON, which a worker has written. */
export async function writeRows(ctx: ServiceContext, input: Input): Promise<WrittenJson> {
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
  return page.with({ next_cursor: cursorAfter(input, offset + length, total, length) });
}

const pageFacts = z.object({ offset: z.int(), total: z.int(), row_numbers: z.array(z.int()) });
/** What a cursor goes on in. */
const questionOf = ({ id, columns, view }: Input): object => ({ id, columns, view });

function offsetOf(input: Input): number {
  const { cursor, offset } = input;
  if (cursor === undefined) return offset;
  if (offset === 0) return readPageCursor('rows', questionOf(input), cursor);
  const fix = "Send 'offset' or 'cursor', not both.";
  throw new AppError('invalid_input', "Both 'offset' and 'cursor' say where the page starts.", {
    errors: [{ field: 'offset', message: fix }],
    fix,
  });
}

const cursorAfter = (input: Input, end: number, total: number, shown: number): string | null =>
  end < total && shown > 0 ? writePageCursor('rows', questionOf(input), end) : null;
