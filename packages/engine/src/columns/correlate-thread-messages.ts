import { z } from 'zod';

const doubles = z.custom<Float64Array>((value) => value instanceof Float64Array);

/** What the thread of the correlations is told: a column, its values in shared memory; then to answer. */
export const toThread = z.discriminatedUnion('type', [
  z.object({ type: z.literal('add'), name: z.string(), values: doubles, distinct: doubles }),
  z.object({ type: z.literal('finish'), level: z.number() }),
]);
export type ToThread = z.output<typeof toThread>;
