import {
  AppError,
  answerBytes,
  cached,
  errors,
  isCached,
  parseInput,
  WrittenJson,
  type InputOf,
  type Operation,
  type OutputOf,
} from '@columnist/contract';
import {
  auditDenied,
  auditDone,
  guardAnswer,
  mayReadRows,
  metered,
  recordCall,
  rememberAnswer,
  refuseEarly,
  type Counted,
  type ServiceContext,
} from '@columnist/core';
import {
  TRPCError,
  type AnyTRPCMutationProcedure,
  type AnyTRPCQueryProcedure,
  type TRPCMutationProcedure,
  type TRPCQueryProcedure,
} from '@trpc/server';
import type { z } from 'zod';
import { countRefused, noteCounted } from './count-refused.ts';
import { asAppError, reportError } from './report-error.ts';
import { admitCaller, base, type CallContext } from './trpc.ts';

export type Service<Op extends Operation> = (
  ctx: ServiceContext,
  input: InputOf<Op>,
) => Promise<OutputOf<Op>>;

/**
 * The same service where a worker has written its answer, for callers who may have all of it; null
 * for an input whose answer is not written.
 */
type Writing<Op extends Operation> = (
  ctx: ServiceContext,
  input: InputOf<Op>,
) => Promise<WrittenJson | null>;

/** An operation's types on the wire; an input that may be empty may be left out. */
export interface Wire<Op extends Operation> {
  input: Record<string, never> extends z.input<Op['input']>
    ? z.input<Op['input']> | void
    : z.input<Op['input']>;
  output: z.output<Op['output']>;
  meta: unknown;
}

/** An operation as a tRPC query. */
export function query<Op extends Operation & { readonly kind: 'query' }>(
  operation: Op,
  service: Service<Op>,
  writing?: Writing<Op>,
): TRPCQueryProcedure<Wire<Op>>;
export function query(
  operation: Operation,
  service: Service<Operation>,
  writing?: Writing<Operation>,
): AnyTRPCQueryProcedure {
  return withInput.query(({ ctx }) =>
    inTurn(ctx, () => run(operation, { service, writing }, ctx, ctx.readInput)),
  );
}

/** An operation as a tRPC mutation. */
export function mutation<Op extends Operation & { readonly kind: 'mutation' }>(
  operation: Op,
  service: Service<Op>,
): TRPCMutationProcedure<Wire<Op>>;
export function mutation(
  operation: Operation,
  service: Service<Operation>,
): AnyTRPCMutationProcedure {
  return withInput.mutation(({ ctx }) =>
    inTurn(ctx, () => run(operation, { service }, ctx, ctx.readInput)),
  );
}

/** The input is read within the call, so that one that cannot be read is a call that failed. */
const withInput = base.use(({ ctx, getRawInput, next }) =>
  next({ ctx: { ...ctx, readInput: getRawInput } }),
);

const inTurn = (ctx: CallContext, call: () => Promise<unknown>): Promise<unknown> =>
  ctx.inTurn === undefined ? call() : ctx.inTurn(call);

/**
 * Every call by every door: access, rate, input, quota, work, output; errors in tRPC's words, with
 * ours as the cause.
 */
async function run(
  operation: Operation,
  {
    service,
    writing,
  }: { readonly service: Service<Operation>; readonly writing?: Writing<Operation> | undefined },
  ctx: CallContext,
  readInput: () => Promise<unknown>,
): Promise<unknown> {
  let noted: ServiceContext | null = null;
  let raw: unknown;
  let isCounted = operation.access === 'public';
  const onCounted = (facts: Counted): void => {
    isCounted = true;
    ctx.onCounted(facts);
  };
  const started = performance.now();
  const end = (outcome: string): void =>
    ctx.onEnded({
      operation: operation.path,
      door: ctx.door,
      outcome,
      seconds: (performance.now() - started) / 1000,
    });
  try {
    const caller = await admitCaller(ctx, operation);
    if (ctx.door !== 'rest' && operation.rest?.answer === 'file')
      throw new AppError(
        'not_found',
        `Files are answered over REST alone: ${operation.rest.path}.`,
      );
    noted = caller;
    refuseEarly(caller, false);
    raw = await readInput();
    const input = parseInput(operation, raw);
    // What has to be hidden has to be read first.
    const write = writing !== undefined && mayReadRows(caller.actor) ? writing : null;
    const ask = async (counted: ServiceContext): Promise<unknown> =>
      (write === null ? null : await write(counted, input)) ??
      checkOutput(
        operation,
        await guardAnswer(counted, operation, input, (asked) => service(counted, asked)),
      );
    const found = await rememberAnswer(
      caller,
      operation,
      input,
      await metered(caller, operation, input, ask, onCounted),
    );
    await auditDone(caller, operation, input);
    const answer = ctx.door === 'trpc' ? writtenIfLarge(found) : found;
    if (answer instanceof WrittenJson) keepWritten(ctx, answer);
    end('done');
    return answer;
  } catch (error) {
    const failed = reportError(error, ctx, operation.path);
    if (isCounted) noteCounted(failed);
    const known = asAppError(await countRefused(ctx, failed));
    end(known.code);
    ctx.onRefused(known);
    if (noted !== null) await auditDenied(noted, operation, raw, known);
    // What was turned away for its number is not noted: a flood would only be a longer one.
    if (noted !== null && !isTurnedAway(known))
      await recordCall(noted, operation, raw, { outcome: known.code });
    throw new TRPCError({ code: errors[known.code].trpc, message: known.message, cause: known });
  }
}

/** Whether too much was asked: of a minute, or of a queue, whose refusals name its limit. */
const isTurnedAway = ({ code, details }: AppError): boolean =>
  code === 'rate_limited' || (code === 'unavailable' && details.limit !== undefined);

/** Characters of JSON above which an answer is written in the turn of its own call. */
const large = 64 * 1024;

/** tRPC writes the answers of a batch in one piece, which is long where several are large. */
function writtenIfLarge(answer: unknown): unknown {
  if (answer === undefined || answer instanceof WrittenJson) return answer;
  const text = JSON.stringify(answer);
  return text.length < large
    ? answer
    : new WrittenJson({ bytes: new TextEncoder().encode(text), facts: {}, digest: '' });
}

/**
 * For the door, which puts it in its place. Throws too_complex where it is too much beside those of
 * the same request.
 */
function keepWritten({ written }: CallContext, answer: WrittenJson): void {
  written.push(answer);
  if (
    written.length === 1 ||
    written.reduce((sum, { bytes }) => sum + bytes.length, 0) <= answerBytes
  )
    return;
  throw new AppError(
    'too_complex',
    `The answers to one request take more than ${answerBytes / 1024 / 1024} MB.`,
    { fix: 'Send these calls in several requests, or ask for fewer columns.' },
  );
}

const checked = new WeakMap<object, unknown>();

/** An answer that is given many times is checked once. */
function checkOutput(operation: Operation, answer: unknown): unknown {
  if (!isCached(answer)) return operation.output.parse(answer);
  if (checked.has(answer)) return checked.get(answer);
  const found = operation.output.parse(answer);
  checked.set(answer, typeof found === 'object' && found !== null ? cached(found) : found);
  return found;
}
