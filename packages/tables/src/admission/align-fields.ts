import { cellKind, isTypedKind } from './cell-kind.ts';
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
  const places = columns - fields.length + 1;
  if (columns > mostFields || !profiles.spend(fields.length * places))
    return { cells: padded, fit: atEnd / columns };
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
/** Neighbours that one text without quotes may have been split into. */
const mostJoined = 24;

/**
 * Where a record has too many fields, the neighbours that belong together: their text was not
 * quoted though it holds the delimiter. Fields in quotes are whole, and a number is never made of
 * two. Empty fields may also be left out. By dynamic programming over fields and columns, in
 * columns × extra × min(extra, 24) steps, which are limited over a file. Null where numbers, dates
 * and the like would be joined to something else, or no step is left.
 */
export function joinFields(
  fields: readonly string[],
  columns: number,
  profiles: ColumnProfiles,
  delimiter: string,
  quoted: ReadonlySet<number>,
): (Aligned & { readonly joined: boolean }) | null {
  if (fields.slice(columns).every((field) => field.trim() === ''))
    return { cells: fields.slice(0, columns), fit: 0, joined: false };
  const extra = fields.length - columns;
  const most = Math.min(extra + 1, mostJoined);
  if (fields.length > mostFields || columns > mostFields) return null;
  if (!profiles.spend(columns * (extra + 1) * most)) return null;
  interface Step {
    readonly score: number;
    readonly cell: string;
    readonly joined: boolean;
    readonly before: Step | null;
  }
  const isUnlike = (cell: string, j: number): boolean =>
    profiles.typedKind(j) !== null && cellKind(cell) !== profiles.typedKind(j);
  const typed = fields.map((field) => isTypedKind(cellKind(field)));
  const empty = fields.map((field) => field.trim() === '');
  let steps = new Map<number, Step | null>([[0, null]]);
  for (let j = 0; j < columns; j++) {
    const next = new Map<number, Step | null>();
    const offer = (i: number, step: Step): void => {
      const reached = next.get(i);
      if (reached === undefined || reached === null || step.score > reached.score)
        next.set(i, step);
    };
    for (const [i, before] of steps) {
      const score = before?.score ?? 0;
      const joined = before?.joined ?? false;
      let cell = '';
      let [anyQuoted, allTyped] = [false, true];
      let present: string | null = null;
      let count = 0;
      for (let taken = 1; taken <= most && i + taken <= fields.length; taken++) {
        // What is left must be enough for the columns that follow.
        if (fields.length - i - taken < columns - j - 1) break;
        const at = i + taken - 1;
        const field = fields[at] ?? '';
        cell = taken === 1 ? field : `${cell}${delimiter}${field}`;
        anyQuoted ||= quoted.has(at);
        allTyped &&= typed[at] === true;
        if (empty[at] !== true) {
          count += 1;
          present ??= field;
        }
        if (taken === 1) {
          offer(i + 1, { score: score + profiles.fit(cell, j), cell, joined, before });
          continue;
        }
        if (!anyQuoted && !(allTyped && isTypedKind(cellKind(cell))))
          offer(i + taken, {
            score:
              score +
              profiles.fit(cell, j) -
              joinCost * (taken - 1) -
              (isUnlike(cell, j) ? unlikeCost : 0),
            cell,
            joined: true,
            before,
          });
        if (count <= 1)
          offer(i + taken, {
            score: score + profiles.fit(present ?? '', j) - dropCost * (taken - 1),
            cell: present ?? '',
            joined,
            before,
          });
      }
    }
    steps = next;
  }
  const last = steps.get(fields.length) ?? null;
  if (last === null) return null;
  const cells: string[] = [];
  for (let step: Step | null = last; step !== null; step = step.before) cells.unshift(step.cell);
  return cells.some((cell, j) => cell.includes(delimiter) && isUnlike(cell, j))
    ? null
    : { cells, fit: last.score / columns, joined: last.joined };
}
