import { random as fromZero } from '@columnist/testing';

/** Uniform numbers above 0 and below 1, of which there is a logarithm. */
export function random(seed: number): () => number {
  const next = fromZero(seed);
  return () => next() + 2 ** -33;
}
