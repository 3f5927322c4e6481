import { fewestRows } from '@columnist/contract';
import type { RowMarks } from '@columnist/workers';
import { unpackKinds } from './answered-sets.ts';
import type { Conditions } from './read-filter.ts';
import { tooFewTogether } from './refusals.ts';

/**
 * Throws too_few_rows where two conditions on different columns part the rows into those that meet
 * both, one of them and none, and one of these parts has fewer than 5 rows. An empty one is no
 * better: it would confirm a guess.
 */
export function requireParts({ kindOfRow, kinds }: RowMarks, { parts }: Conditions): void {
  const rows = new Map<number, number>();
  for (const kind of unpackKinds(kindOfRow)) rows.set(kind, (rows.get(kind) ?? 0) + 1);
  for (const [i, one] of parts.entries())
    for (const [j, other] of parts.entries()) {
      if (j <= i || one.column === other.column) continue;
      const sizes = [0, 0, 0, 0];
      for (const [kind, n] of rows) {
        const [first, second] = [i, j].map((place) => kinds[kind]?.conditions[place] === true);
        const part = (first === true ? 2 : 0) + (second === true ? 1 : 0);
        sizes[part] = (sizes[part] ?? 0) + n;
      }
      if (sizes.some((n) => n < fewestRows)) throw tooFewTogether(one.column, other.column);
    }
}
