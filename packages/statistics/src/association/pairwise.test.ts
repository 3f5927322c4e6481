import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tabulate } from '../descriptive/tabulate.ts';
import { codesOf } from './codes.ts';
import { PairwiseProducts } from './pairwise.ts';

/**
 * Few and many distinct values, whole and not, tiny and huge, with gaps in none, some or most rows.
 */
const column = fc.record({
  distinct: fc.constantFrom(1, 3, 1000, 1e9),
  unit: fc.constantFrom(1, 0.25, 1e-120, 1e120),
  gaps: fc.constantFrom(0, 0, 0.05, 0.9),
  like: fc.boolean(),
});

it('gives the same bytes whether a column is kept as its values or as its codes', () => {
  fc.assert(
    fc.property(
      fc.array(column, { minLength: 2, maxLength: 5 }),
      fc.integer({ min: 0, max: 5000 }),
      fc.integer({ min: 1, max: 1e9 }),
      (kinds, n, seed) => {
        let state = seed;
        const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
        // Some columns lack the same rows.
        const shared = Array.from({ length: n }, () => next() < 0.1);
        const columns = kinds.map(({ distinct, unit, gaps, like }) =>
          Float64Array.from({ length: n }, (_, row) =>
            (like ? shared[row] : next() < gaps) ? NaN : Math.floor(next() * distinct) * unit,
          ),
        );
        const [whole, frugal] = [new PairwiseProducts(), new PairwiseProducts({ isFrugal: true })];
        for (const values of columns) {
          const table = tabulate(values);
          const codes = codesOf(values, table);
          whole.add({ values, codes });
          frugal.add({ codes, distinct: table.values });
        }
        expect({ pearson: frugal.pearson(), spearman: frugal.spearman() }).toEqual({
          pearson: whole.pearson(),
          spearman: whole.spearman(),
        });
      },
    ),
    { numRuns: 100 },
  );
});
