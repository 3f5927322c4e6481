import { z } from 'zod';

/** Decides what is drawn: the same seed gives the same answer. */
export const seed = z.int().min(0).max(4_294_967_295).default(1);
