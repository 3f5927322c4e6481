import { cellKind } from './cell-kind.ts';
import type { ColumnProfiles } from './column-profile.ts';

/** A number with a bound, a sign, a flag of up to three letters or a remark beside it. */
const marked =
  /^(?:[<>≤≥~≈±]=?\s?)?\(?[-+−]?(?:[$€£¥]\s?)?\(?\d[\d.,'’\u00a0\u202f]*[-−]?\)?(?:\s?(?:\p{L}{1,3}|[*†‡^#]+))?(?:\s?[([][^()[\]]*[)\]])?$/u;
const ordinal = /^\d+(?:st|nd|rd|th)$/i;
/** What names have as well: 2023p, 24 h, (120). */
const short = /^\(?\d+\)?(?:\s?\p{L}+)?$/u;

/**
 * The record holds values: at least half of its cells that are not of the kind of their column are
 * numbers with a mark beside them, as amounts below zero, limits of detection and flagged values
 * have. Years and sizes with letters are values where the columns have their names already (`named`).
 */
export function isOfMarkedValues(
  cells: readonly string[],
  profiles: ColumnProfiles,
  named: boolean,
): boolean {
  const misfits = cells
    .filter((cell, j) => {
      const typed = profiles.typedKind(j);
      const kind = cellKind(cell);
      return typed !== null && kind !== 'empty' && kind !== typed;
    })
    .map((cell) => cell.trim());
  const values = misfits.filter(
    (cell) => marked.test(cell) && !ordinal.test(cell) && (named || !short.test(cell)),
  );
  return values.length > 0 && 2 * values.length >= misfits.length && !arePlaces(cells);
}

/** The number of each column, as statistics have it in a line below the names: (1), (2), (3). */
const arePlaces = (cells: readonly string[]): boolean =>
  [0, 1].some((first) =>
    cells.every((cell, j) => cell.replaceAll(/\D/g, '') === String(first + j)),
  );
