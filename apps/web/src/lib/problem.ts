import * as z from 'zod/mini';

// The page allows no eval: schemas are walked, not compiled.
z.config({ jitless: true });

/** The body of an answer of tRPC with an error; where several calls are asked at once, a list. */
const failure = z.looseObject({ error: z.looseObject({}) });
export const failures = z.union([
  failure,
  z.array(z.union([failure, z.looseObject({ result: z.looseObject({}) })])).check(z.minLength(1)),
]);

/**
 * What the client uses of a problem document (RFC 9457) of our server. Read with zod/mini, which is
 * a fraction of zod: every page begins with it.
 */
export const problem = z.object({
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  fix: z.string(),
  from: z.optional(z.int()),
  to: z.optional(z.int()),
  retry_after: z.optional(z.number()),
  limit: z.optional(z.int()),
  errors: z.optional(z.array(z.object({ field: z.string() }))),
  tables: z.optional(z.array(z.object({ table: z.string(), problem: z.nullable(z.string()) }))),
  ticket: z.optional(z.string()),
  factors: z.optional(z.array(z.string())),
});
export type Problem = z.infer<typeof problem>;
/** Tables of a file that another one than was read may be meant of. */
export type TablesOfFile = NonNullable<Problem['tables']>;
