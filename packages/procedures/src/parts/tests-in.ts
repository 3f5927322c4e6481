import type { Association, View } from '@columnist/contract';
import { adjustP, type Adjustment } from '@columnist/statistics';
import type { Part } from './read-parts.ts';

/** What one part answered, and the view that keeps its rows. */
export interface Answered {
  readonly part: Part;
  readonly view: View;
  readonly answer: Association;
}

/** One test of one part: of a matrix each pair of columns is one. */
export interface PartTest {
  readonly part: Part;
  readonly p: number;
  readonly adjusted: number;
}

/** Every test of all parts in their order, with p adjusted over all of them. */
export function testsIn(answered: readonly Answered[], adjust: Adjustment): PartTest[] {
  const tests = answered.flatMap(({ part, answer }) =>
    ('matrix' in answer ? answer.matrix.pairs : [answer]).flatMap(({ p_value: p }) =>
      p === null ? [] : [{ part, p }],
    ),
  );
  const adjusted = adjustP(
    tests.map(({ p }) => p),
    adjust,
  );
  return tests.map((test, i) => ({ ...test, adjusted: adjusted[i] ?? test.p }));
}
