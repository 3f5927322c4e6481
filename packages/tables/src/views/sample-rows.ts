import type { Layers, Part } from '../database/layers.ts';
import { rowNumber } from '../database/parquet-file.ts';
import { hash } from './sample-hash.ts';

/**
 * Whether a row is among the n whose hashed number is smallest: the same rows for the same seed, here
 * and in the code we give.
 */
export function sampled(
  layers: Layers,
  { n, seed }: { readonly n: number; readonly seed: number },
): Part {
  const start = layers.hoist({
    text: `(${rowNumber} + ${1 + seed * hash.spread}) % ${hash.modulus}`,
    values: [],
    level: layers.height,
  });
  const hashed = hash.rounds.reduce(
    (x, added) =>
      layers.hoist({
        text: `(${x.text} * ${x.text} + ${added + seed}) % ${hash.modulus}`,
        values: [],
        level: x.level,
      }),
    start,
  );
  const place = layers.hoist({
    text: `row_number() over (order by ${hashed.text}, ${rowNumber})`,
    values: [],
    level: hashed.level,
  });
  return { text: `${place.text} <= ?`, values: [n], level: place.level };
}
