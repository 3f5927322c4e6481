import type { CorrelationMatrix } from '@columnist/contract';

/** Of so many columns at most the map shows all of them at first. */
export const shownWhole = 25;
/** Of more columns, those of the strongest pairs: as many as a phone shows without scrolling. */
const ofStrongest = 12;

/** Columns that the map shows at first, in their order: all, or those of the strongest pairs. */
export function strongestColumns(
  names: readonly string[],
  pairs: CorrelationMatrix['pairs'],
): readonly string[] {
  if (names.length <= shownWhole) return names;
  const chosen = new Set<string>();
  const sorted = pairs
    .filter(({ estimate }) => estimate !== null)
    .toSorted((a, b) => Math.abs(b.estimate ?? 0) - Math.abs(a.estimate ?? 0));
  for (const { x, y } of sorted) {
    if (new Set([...chosen, x, y]).size <= ofStrongest) chosen.add(x).add(y);
    if (chosen.size === ofStrongest) break;
  }
  return names.filter((name) => chosen.has(name));
}
