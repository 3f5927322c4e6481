import { AppError, errors, type InputOf, type Operation, type OutputOf } from '@columnist/contract';
import { limitRate, metered, type ServiceContext } from '@columnist/core';
import { TRPCError, type TRPCMutationProcedure, type TRPCQueryProcedure } from '@trpc/server';
import type { z } from 'zod';
import { base, asAppError, type CallContext } from './trpc.ts';

export type Service<Op extends Operation> = (ctx: ServiceContext, input: InputOf<Op>) => Promise<OutputOf<Op>>;

/** Counts a program call against rate and quota, runs the service, and speaks our errors in tRPC's words. */
async function run<Op extends Operation>(operation: Op, service: Service<Op>, ctx: CallContext, input: InputOf<Op>): Promise<OutputOf<Op>> {
  if (ctx.door === 'trpc' && operation.rest?.answer === 'file') throw asTrpc(new AppError('not_found', 'A file is answered over REST alone.'));
  try {
    const rate = await limitRate(ctx.service);
    if (rate !== null) ctx.onCounted({ rate });
    const { result, quota } = await metered(ctx.service, operation, () => service(ctx.service, input));
    if (quota !== null) ctx.onCounted({ quota });
    return result;
  } catch (error) {
    throw asTrpc(asAppError(error));
  }
}

function asTrpc(error: AppError): TRPCError {
  const { trpc } = errors[error.code];
  return new TRPCError({ code: trpc, message: error.message, cause: error });
}

export interface Wire<Op extends Operation> {
  input: z.input<Op['input']>;
  output: z.output<Op['output']>;
  meta: unknown;
}

// tRPC's builder cannot follow a schema that is itself a type parameter: the operation's own types are stated instead.
/* oxlint-disable typescript/no-unsafe-type-assertion */

/** An operation as a tRPC query: its input parsed, its service run, its output parsed. */
export function query<Op extends Operation & { readonly kind: 'query' }>(operation: Op, service: Service<Op>): TRPCQueryProcedure<Wire<Op>> {
  const { input: inputSchema, output } = operation;
  return base
    .input(inputSchema)
    .output(output)
    .query(({ ctx, input }) => run(operation, service, ctx, input as InputOf<Op>)) as unknown as TRPCQueryProcedure<Wire<Op>>;
}

/** An operation as a tRPC mutation. */
export function mutation<Op extends Operation & { readonly kind: 'mutation' }>(operation: Op, service: Service<Op>): TRPCMutationProcedure<Wire<Op>> {
  const { input: inputSchema, output } = operation;
  return base
    .input(inputSchema)
    .output(output)
    .mutation(({ ctx, input }) => run(operation, service, ctx, input as InputOf<Op>)) as unknown as TRPCMutationProcedure<Wire<Op>>;
}
