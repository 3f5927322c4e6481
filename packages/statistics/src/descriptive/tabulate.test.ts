import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tabulate, tabulateCounted } from './tabulate.ts';

/** By the definition: every finite value, and how often it occurs. */
function counted(values: Float64Array): [number, number][] {
  const finite = Array.from(values)
    .filter(Number.isFinite)
    .map((value) => value + 0);
  return [...Map.groupBy(finite, (value) => value)]
    .map(([value, all]): [number, number] => [value, all.length])
    .sort(([a], [b]) => a - b);
}

const origin = fc.constantFrom(0, -5, 1e15, -1_700_000_000_000_000, 0.25);
/**
 * Close together, days in microseconds, seconds of some years, beyond 32 bits, beyond what a double
 * keeps apart.
 */
const kind = fc.constantFrom(
  [1, 500],
  [86_400_000_000, 9000],
  [1_000_000, 1e9],
  [7, 4_294_967_295],
  [1000, 5e9],
  [1, Number.MAX_SAFE_INTEGER],
  [0.1, 1e6],
);

it('counts values of every kind as their definition does, few and many', () => {
  fc.assert(
    fc.property(
      origin,
      kind,
      fc.integer({ min: 0, max: 5000 }),
      fc.integer({ min: 1, max: 1e9 }),
      (start, [step = 1, range = 1], n, seed) => {
        let state = seed;
        const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
        const values = Float64Array.from({ length: n }, () => {
          const chance = next();
          if (chance < 0.01) return NaN;
          if (chance < 0.02) return Infinity;
          return chance < 0.03 ? -0 : start + Math.floor(next() * range) * step;
        });
        const table = tabulate(values);
        expect(tabulate(values.slice(), true)).toEqual(table);
        expect(Array.from(table.values, (value, i) => [value, table.counts[i]])).toEqual(
          counted(values),
        );
        expect(table.n).toBe(table.cumulative.at(-1) ?? 0);
        // Each value once and twice: the table of three.
        const doubled = Float64Array.from([...values, ...values]);
        const times = Float64Array.from(doubled, (_, i) => (i < n ? 1 : 2));
        expect(tabulateCounted(doubled, times)).toEqual(
          tabulate(Float64Array.from([...doubled, ...values])),
        );
      },
    ),
    { numRuns: 150 },
  );
});
