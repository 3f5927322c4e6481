import { z } from 'zod';

const doubles = z.custom<Float64Array>((value) => value instanceof Float64Array);
const counts = z.custom<Uint32Array>((value) => value instanceof Uint32Array);

/**
 * Messages to the thread of the correlations: a column, its values in shared memory and its table;
 * then to answer.
 */
export const toThread = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('add'),
    name: z.string(),
    values: doubles,
    distinct: doubles,
    counts,
  }),
  z.object({ type: z.literal('finish'), level: z.number() }),
]);
export type ToThread = z.output<typeof toThread>;
