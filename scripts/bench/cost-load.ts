import { z } from 'zod';

/** What the sender is asked, and what it answers. */
export const costLoad = z.object({
  url: z.string(),
  dataset: z.string(),
  session: z.string(),
  key: z.string(),
  /** 0 sends each request once, one after the other. */
  seconds: z.number(),
});
export const costCounts = z.object({ answered: z.int(), refused: z.int(), failed: z.int() });
