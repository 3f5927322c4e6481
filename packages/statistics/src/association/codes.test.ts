import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tabulate } from '../descriptive/tabulate.ts';
import { codesOf } from './codes.ts';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const anyColumn = fc.oneof(
  fc.array(finite),
  fc.array(fc.integer({ min: -5, max: 5 })),
  fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 20 }),
  fc.array(fc.double({ min: 1, max: 1 + 1e-12, noNaN: true })),
  fc.array(fc.constantFrom(NaN, Infinity, -0, 0, 1e-320, 1, Number.MAX_VALUE, -Number.MAX_VALUE)),
);

test('each value has the place of its like among the distinct ones, whatever their spread', () => {
  fc.assert(
    fc.property(anyColumn, (column) => {
      const table = tabulate(Float64Array.from(column));
      const { values } = table;
      const { codes, counts } = codesOf(Float64Array.from(column), table);
      expect(counts).toBe(table.counts);
      expect([...codes]).toEqual(
        column.map((value) => (Number.isFinite(value) ? values.indexOf(value) : -1)),
      );
    }),
    { numRuns: 2000 },
  );
});
