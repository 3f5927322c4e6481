import { z } from 'zod';

/** What the sender is asked, and what it answers. */
export const fairnessLoad = z.object({
  url: z.string(),
  attackers: z.array(z.object({ session: z.string(), key: z.string(), id: z.string() })).readonly(),
  /** The CSV file whose statistics are asked for. */
  file: z.string(),
  seconds: z.number(),
});
export const fairnessCounts = z.object({ answered: z.int(), refused: z.int() });
