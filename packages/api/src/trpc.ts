import { AppError, errors, problemOf, type Operation, type WrittenJson } from '@columnist/contract';
import {
  auditDenied,
  authorize,
  type Actor,
  type Counted,
  type ServiceContext,
} from '@columnist/core';
import { initTRPC } from '@trpc/server';
import { asAppError, reportError } from './report-error.ts';

/** What a door hands over with each request. */
export interface CallContext {
  readonly door: 'trpc' | 'rest' | 'mcp';
  readonly requestId: string;
  /** Origin for links that leave the server. */
  readonly publicUrl: string;
  readonly log: ServiceContext['log'];
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /**
   * Who asks, found once a request: null without a credential; throws unauthenticated for one that
   * is not valid.
   */
  readonly actor: () => Promise<Actor | null>;
  /**
   * The context of one call, with an entity manager of its own: calls of a batch run side by side.
   */
  readonly serve: (actor: Actor | null) => ServiceContext;
  /** Facts for the answer's headers, known once the call has been counted. */
  readonly onCounted: (counted: Counted) => void;
  /** Answers of this request that a worker has written. */
  readonly written: WrittenJson[];
  /** Where a request holds many calls: runs one of them in its turn. */
  readonly inTurn?: (<T>(call: () => Promise<T>) => Promise<T>) | undefined;
  /** Called for each call that was refused, for the answer's headers. */
  readonly onRefused: (error: AppError) => void;
  /** Called for every call when it ends. */
  readonly onEnded: (ended: EndedCall) => void;
}

export interface EndedCall {
  readonly operation: string;
  readonly door: CallContext['door'];
  /** `done`, or the code of an error. */
  readonly outcome: string;
  readonly seconds: number;
}

/**
 * The context of a caller who may make this call. A public one asks nobody, so a stale token does
 * not stop a log-in.
 */
export async function admitCaller(ctx: CallContext, operation: Operation): Promise<ServiceContext> {
  if (operation.access === 'public') return ctx.serve(null);
  const service = ctx.serve(await ctx.actor());
  try {
    authorize(service, operation);
  } catch (error) {
    // Here, so that it is written by whichever door somebody comes, and before a body is read.
    if (error instanceof AppError) await auditDenied(service, operation, {}, error);
    throw error;
  }
  return service;
}

const t = initTRPC.context<CallContext>().create({
  isDev: false,
  errorFormatter: ({ shape, error, ctx, path }) => {
    const known = ctx === undefined ? asAppError(error) : reportError(error, ctx, path ?? '');
    const problem = problemOf(known, ctx?.requestId ?? '');
    return {
      message: problem.detail,
      code: shape.code,
      data: { code: errors[problem.code].trpc, httpStatus: problem.status, path, problem },
    };
  },
});

export const { router } = t;
export const base = t.procedure;
