import { operations, type InputOf, type OutputOf } from '@columnist/contract';
import { z } from 'zod';
import { verifyChain } from '../audit/verify-chain.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { readCursor, writeCursor } from '../database/cursor.ts';

type Check = (typeof operations)['admin']['checkAudit'];

/** Of one call, so that a check of a long log holds nobody up. */
const linesAtOnce = 5000;
const cursorParts = z.tuple([z.coerce.number().int(), z.string()]);

/** Checks the next part of the audit log's chain. */
export async function checkAudit(
  ctx: ServiceContext,
  { cursor }: InputOf<Check>,
): Promise<OutputOf<Check>> {
  authorize(ctx, operations.admin.checkAudit);
  const [seq, hash] = cursor === undefined ? [0, ''] : readCursor(cursor, cursorParts);
  const { first, place, last, unsealed, problem, ended } = await verifyChain(
    ctx.em,
    cursor === undefined ? null : { seq, hash },
    linesAtOnce,
  );
  return {
    checked_at: ctx.clock.now().toISOString(),
    first,
    checked_to: place.seq,
    last,
    unsealed,
    problem,
    end: ended && problem === null ? `${place.seq}:${place.hash}` : null,
    next_cursor: ended || problem !== null ? null : writeCursor(String(place.seq), place.hash),
  };
}
