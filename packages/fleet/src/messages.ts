import { errorDetails, errors, isErrorCode, WrittenJson, AppError } from '@columnist/contract';
import { sentJob, type JobRights } from '@columnist/workers';
import { z } from 'zod';

/** JSON has no infinity: a limit that is none is left out. */
const limit = z
  .number()
  .nullable()
  .transform((most) => most ?? Infinity);

const rights = z.object({
  share: z.number(),
  running: limit,
  waiting: limit,
  seconds: z.number(),
  plan: z.string().optional(),
  remedies: z.object({ late: z.string(), crowded: z.string() }).optional(),
});

/** A job as one server sends it to another. Its paths are keys of the store. */
export const sentOrder = z.object({
  job: sentJob,
  user: z.string(),
  rights,
  /** Whether the answer is wanted as JSON. */
  written: z.boolean(),
  /** Where the trace goes on, as the W3C's header has it. */
  traceparent: z.string().optional(),
});
export type SentOrder = z.output<typeof sentOrder>;

export const textOfOrder = (order: Omit<SentOrder, 'rights'> & { rights: JobRights }): string =>
  JSON.stringify(order);

const files = z.record(z.string(), z.string());
const outcome = z.discriminatedUnion('type', [
  z.object({ type: z.literal('done'), files, result: z.unknown() }),
  z.object({
    type: z.literal('written'),
    files,
    facts: z.record(z.string(), z.unknown()),
    digest: z.string(),
  }),
  z.object({
    type: z.literal('failed'),
    code: z.enum(Object.keys(errors).filter(isErrorCode)),
    message: z.string(),
    details: errorDetails,
  }),
]);

/** What came of a job. `files` has, for each file that was to be written, its key in the store. */
export type Outcome =
  | { readonly type: 'done'; readonly files: Files; readonly result: unknown }
  | { readonly type: 'written'; readonly files: Files; readonly answer: WrittenJson }
  | { readonly type: 'failed'; readonly error: AppError };
export type Files = Readonly<Record<string, string>>;

const newline = 10;

/** A line of JSON, and after it the bytes of an answer that is JSON already. */
export function encodeOutcome(found: Outcome): Buffer {
  if (found.type === 'done')
    return line({ type: 'done', files: found.files, result: found.result });
  if (found.type === 'failed') {
    const { code, message, details } = found.error;
    return line({ type: 'failed', code, message, details });
  }
  const { facts, digest, bytes } = found.answer;
  return Buffer.concat([line({ type: 'written', files: found.files, facts, digest }), bytes]);
}

const line = (value: z.input<typeof outcome>): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

/** The outcome that was encoded; throws where it is not one. */
export function decodeOutcome(bytes: Buffer): Outcome {
  const end = bytes.indexOf(newline);
  const found = outcome.parse(JSON.parse(bytes.toString('utf8', 0, end)));
  if (found.type === 'done') return { type: 'done', files: found.files, result: found.result };
  if (found.type === 'failed')
    return { type: 'failed', error: new AppError(found.code, found.message, found.details) };
  return {
    type: 'written',
    files: found.files,
    answer: new WrittenJson({
      bytes: bytes.subarray(end + 1),
      facts: found.facts,
      digest: found.digest,
    }),
  };
}

/** Channels of PostgreSQL's NOTIFY. Each web server has one more for answers, of its own. */
export const channels = {
  /** A job waits, or one that was asked for is no longer wanted. */
  jobs: 'columnist_jobs',
  /** Every worker says every two seconds that it is there. */
  workers: 'columnist_workers',
} as const;

export const jobNews = z.union([
  z.object({ canceled: z.uuid() }),
  z.object({ waiting: z.literal(true) }),
]);
export const answerNews = z.union([
  z.object({ ended: z.uuid() }),
  z.object({
    progress: z.uuid(),
    step: z.enum(['reading', 'profiling']),
    share: z.number(),
  }),
]);
export const workerNews = z.object({
  url: z.url({ protocol: /^https?$/ }),
  workers: z.int(),
  busy: z.int(),
  /** Jobs of the queue that it does at once. */
  slots: z.int(),
  leaving: z.boolean(),
});
export type WorkerNews = z.output<typeof workerNews>;
