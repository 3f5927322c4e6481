import { z } from 'zod';
import { isSeenLine, showsNothing } from './invisible-characters.ts';

/** Refuses a name that shows nothing; the other characters that cannot be seen are taken out of it. */
export const cleanedName = (most: number): z.ZodString =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => !showsNothing(text), { error: 'Give a name that can be seen.' });

/** Refuses what cannot be seen in a name that is kept as it was typed: for `refine`. */
export const oneSeenLine = [
  isSeenLine,
  { error: 'One line, of characters that can be seen.' },
] as const;
