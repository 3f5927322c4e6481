import type { Operation } from '@columnist/contract';
import { callTRPCProcedure } from '@trpc/server';
import { asAppError } from './report-error.ts';
import { appRouter } from './router.ts';
import type { CallContext } from './trpc.ts';

/** Runs an operation in process, through the same procedure the browser calls. Throws AppError. */
export async function call(
  operation: Operation,
  input: unknown,
  ctx: CallContext,
): Promise<unknown> {
  return callTRPCProcedure({
    router: appRouter,
    path: operation.path,
    getRawInput: () => Promise.resolve(input),
    ctx,
    type: operation.kind,
    signal: ctx.signal,
    batchIndex: 0,
  }).catch((error: unknown) => {
    throw asAppError(error);
  });
}
