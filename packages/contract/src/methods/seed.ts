import { z } from 'zod';
import { field } from './field.ts';

/** Decides what is drawn: the same seed gives the same answer. */
export const seedUpTo = (most: number, description?: string) => {
  const whole = z.int().min(0).max(most).default(1);
  return field(description === undefined ? whole : whole.describe(description), {
    kind: 'figure',
    label: 'Seed',
    first: 1,
  });
};

export const seed = seedUpTo(4_294_967_295);
