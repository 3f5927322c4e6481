import { z } from 'zod';

/** A statement for the thread of the database, by a number that its answer has too. */
export const order = z.object({
  number: z.int(),
  /** null: the database is to be closed. */
  statement: z.object({ text: z.string(), values: z.array(z.unknown()) }).nullable(),
});
export type Order = z.infer<typeof order>;

/** What came of a statement. */
export const reply = z.object({
  number: z.int(),
  found: z
    .object({ rows: z.array(z.unknown()), affectedRows: z.int().optional() })
    .or(z.object({ message: z.string(), facts: z.record(z.string(), z.unknown()) })),
});
export type Reply = z.infer<typeof reply>;
