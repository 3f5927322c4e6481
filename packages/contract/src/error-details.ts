import { z } from 'zod';

/** By what the second step of a log-in can be taken. */
export const secondFactors = ['totp', 'passkey', 'recovery_code'] as const;
export type SecondFactor = (typeof secondFactors)[number];

const fieldError = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldError>;

/**
 * Facts a caller can act on; they become members of the problem document. Every way that an error
 * takes reads them by this schema.
 */
export const errorDetails = z.object({
  /** One entry a wrong field. */
  errors: z.array(fieldError).exactOptional(),
  /** What to do, where the table's hint is too general. */
  fix: z.string().exactOptional(),
  /** Line of the file, 1-based, header included. */
  row: z.int().exactOptional(),
  column: z.string().exactOptional(),
  /** First and last character of the part of an expression that is wrong, 1-based. */
  from: z.int().exactOptional(),
  to: z.int().exactOptional(),
  /** Nearest known names. */
  suggestions: z.array(z.string()).exactOptional(),
  /** Tables of a file, of which another may be meant: why it cannot be read, null where it may. */
  tables: z.array(z.object({ table: z.string(), problem: z.string().nullable() })).exactOptional(),
  /** Seconds, for Retry-After. */
  retry_after: z.number().exactOptional(),
  used: z.int().exactOptional(),
  limit: z.int().exactOptional(),
  /** Instant at which the quota starts again. */
  reset: z.iso.datetime().exactOptional(),
  /** Of a log-in that awaits its second step, and by what it can be taken. */
  ticket: z.string().exactOptional(),
  factors: z.array(z.enum(secondFactors)).exactOptional(),
});
export type ErrorDetails = z.infer<typeof errorDetails>;
