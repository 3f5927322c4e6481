import { errorDetails, errors, isErrorCode } from '@columnist/contract';
import { z } from 'zod';
import { jobs, type Kind } from './jobs.ts';

const kind = z.custom<Kind>((value) => typeof value === 'string' && Object.hasOwn(jobs, value));

/**
 * To a worker: do this, and answer with values or with their JSON; or stop what you do, and say so.
 * What a job holds is checked by its kind.
 */
export const order = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run'), job: z.looseObject({ kind }), written: z.boolean() }),
  z.object({ type: z.literal('interrupt') }),
]);
export type Order = z.output<typeof order>;

/** Whether the process should be replaced: too little of its memory is left for the next job. */
const spent = z.boolean();

/** From a worker; the first is that its process has started and takes jobs. */
export const reply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('progress'),
    step: z.enum(['reading', 'profiling']),
    share: z.number(),
  }),
  z.object({ type: z.literal('done'), spent, result: z.unknown() }),
  z.object({
    type: z.literal('written'),
    spent,
    bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    facts: z.record(z.string(), z.unknown()),
    digest: z.string(),
  }),
  z.object({
    type: z.literal('failed'),
    spent,
    code: z.enum(Object.keys(errors).filter(isErrorCode)),
    message: z.string(),
    details: errorDetails,
  }),
]);
export type Reply = z.output<typeof reply>;
