import { limitRate } from '@columnist/core';
import { asAppError } from './report-error.ts';
import type { CallContext } from './trpc.ts';

/** Errors of calls that were counted. */
const counted = new WeakSet<Error>();

/** Says that the call which failed with this error was counted for its minute. */
export const noteCounted = (error: Error): void => void counted.add(error);

/**
 * Every request that is refused counts for the minute of the person who is signed in, by whatever
 * door and for whatever reason, also where no operation has begun: a body that is too large, is no
 * JSON, or is in another encoding. Answers the error to send: rate_limited where the minute is used
 * up.
 */
export async function countRefused(ctx: CallContext, error: unknown): Promise<unknown> {
  if (error instanceof Error && counted.has(error)) return error;
  if (asAppError(error).code === 'rate_limited') return error;
  const actor = await ctx.actor().catch(() => null);
  if (actor === null) return error;
  try {
    const rate = await limitRate(ctx.serve(actor));
    if (rate !== null) ctx.onCounted({ rate });
  } catch (refusal) {
    // Where the database does not answer, the first error says more.
    return asAppError(refusal).code === 'rate_limited' ? refusal : error;
  }
  if (error instanceof Error) noteCounted(error);
  return error;
}
