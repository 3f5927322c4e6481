import { cellKind } from './cell-kind.ts';
import type { ColumnProfiles } from './column-profile.ts';

/** Fields of one record brought into the columns of the table. */
export interface Aligned {
  readonly cells: string[];
  /** Mean logarithm of the likelihood of a cell. */
  readonly fit: number;
}

/** More fields than this are not aligned, but cut from the end or refused. */
const mostFields = 300;
/**
 * A gap elsewhere than at the end must be this much likelier, in natural logarithms over the
 * record.
 */
const clearly = 3;

/**
 * Where a record has too few fields, the places of the cells it lacks: at its end, unless the cells
 * themselves clearly
 * belong to other columns. By dynamic programming over fields and columns.
 */
export function fillGaps(
  fields: readonly string[],
  columns: number,
  profiles: ColumnProfiles,
): Aligned {
  const padded = [...fields, ...Array.from({ length: columns - fields.length }, () => '')];
  const atEnd = padded.reduce((sum, cell, j) => sum + profiles.fit(cell, j), 0);
  if (columns > mostFields) return { cells: padded, fit: atEnd / columns };
  // best[i][j]: the first i fields are in the first j columns.
  const best = Array.from({ length: fields.length + 1 }, () =>
    Array.from({ length: columns + 1 }, () => Number.NEGATIVE_INFINITY),
  );
  const at = (i: number, j: number): number => best[i]?.[j] ?? Number.NEGATIVE_INFINITY;
  for (let i = 0; i <= fields.length; i++) {
    for (let j = i; j <= columns - fields.length + i; j++) {
      const row = best[i];
      if (row === undefined) continue;
      if (i === 0 && j === 0) row[j] = 0;
      else
        row[j] = Math.max(
          i > 0
            ? at(i - 1, j - 1) + profiles.fit(fields[i - 1] ?? '', j - 1)
            : Number.NEGATIVE_INFINITY,
          j > i ? at(i, j - 1) + profiles.fit('', j - 1) : Number.NEGATIVE_INFINITY,
        );
    }
  }
  const total = at(fields.length, columns);
  if (total <= atEnd + clearly) return { cells: padded, fit: atEnd / columns };
  const cells: string[] = [];
  for (let i = fields.length, j = columns; j > 0; j--) {
    const field = i > 0 ? (fields[i - 1] ?? '') : '';
    if (i > 0 && at(i, j) === at(i - 1, j - 1) + profiles.fit(field, j - 1)) {
      cells.unshift(field);
      i -= 1;
    } else cells.unshift('');
  }
  return { cells, fit: total / columns };
}

/** Joining two fields needs evidence; leaving out an empty one needs less. */
const joinCost = 2;
const dropCost = 1;
/** For a joined text in a column of numbers, dates and the like. */
const unlikeCost = 8;

/**
 * Where a record has too many fields, the neighbours that belong together: their text was not
 * quoted though it holds the
 * delimiter. Fields in quotes are whole. Empty fields may also be left out. Null where numbers,
 * dates and the like would be joined to something else.
 */
export function joinFields(
  fields: readonly string[],
  columns: number,
  profiles: ColumnProfiles,
  delimiter: string,
  quoted: ReadonlySet<number>,
): (Aligned & { readonly joined: boolean }) | null {
  if (fields.length > mostFields || columns > mostFields) return null;
  const extra = fields.length - columns;
  interface Step {
    readonly score: number;
    readonly cells: readonly string[];
    readonly joined: boolean;
  }
  const isUnlike = (cell: string, j: number): boolean =>
    profiles.typedKind(j) !== null && cellKind(cell) !== profiles.typedKind(j);
  let steps = new Map<number, Step>([[0, { score: 0, cells: [], joined: false }]]);
  for (let j = 0; j < columns; j++) {
    const next = new Map<number, Step>();
    for (const [i, step] of steps) {
      for (let taken = 1; taken <= extra + 1 && i + taken <= fields.length; taken++) {
        const group = fields.slice(i, i + taken);
        const cell = group.join(delimiter);
        const isWhole = taken > 1 && group.some((_, k) => quoted.has(i + k));
        const options: Step[] = isWhole
          ? []
          : [
              {
                score:
                  step.score +
                  profiles.fit(cell, j) -
                  joinCost * (taken - 1) -
                  (taken > 1 && isUnlike(cell, j) ? unlikeCost : 0),
                cells: [...step.cells, cell],
                joined: step.joined || taken > 1,
              },
            ];
        const present = group.filter((field) => field.trim() !== '');
        if (taken > 1 && present.length <= 1)
          options.push({
            score: step.score + profiles.fit(present[0] ?? '', j) - dropCost * (taken - 1),
            cells: [...step.cells, present[0] ?? ''],
            joined: step.joined,
          });
        for (const option of options) {
          const reached = next.get(i + taken);
          if (reached === undefined || option.score > reached.score) next.set(i + taken, option);
        }
      }
    }
    steps = next;
  }
  const last = steps.get(fields.length);
  if (last === undefined) return null;
  return last.cells.some((cell, j) => cell.includes(delimiter) && isUnlike(cell, j))
    ? null
    : { cells: [...last.cells], fit: last.score / columns, joined: last.joined };
}
