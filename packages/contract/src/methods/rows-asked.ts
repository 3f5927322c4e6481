import { z } from 'zod';
import { view } from '../view.ts';

// Named: written out, the view would be in the type of every method.
export interface AskedView extends z.output<typeof view> {}
export interface SentView extends z.input<typeof view> {}
const namedView: z.ZodType<AskedView, SentView> = view;

/** Taken by every method of a dataset: which rows, and the level of its intervals. */
export const rowsAsked = {
  view: namedView.optional(),
  confidence_level: z.number().gt(0).lt(1).default(0.95),
};
