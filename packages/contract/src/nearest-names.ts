import { AppError } from './errors.ts';
import { namesMeaning } from './synonyms.ts';

/** Names further apart are other names, however long they are. */
const furthest = 12;
const compared = 100;

/**
 * Levenshtein distance, case-insensitive; some number above `most` where it is more. Only cells
 * within `most` of the
 * diagonal can hold less (Ukkonen), so that a name costs its length times `most` at the worst.
 */
function distance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let previous = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const row = Array.from({ length: to.length + 1 }, () => most + 1);
    row[0] = i;
    let least = i;
    for (let j = Math.max(1, i - most); j <= Math.min(to.length, i + most); j++) {
      const substitution = (previous[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const cost = Math.min(substitution, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      row[j] = cost;
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    previous = row;
  }
  return previous[to.length] ?? 0;
}

/**
 * At most three known names that someone may have meant: those that mean the same, as `lag` and
 * `previous`, else those that are written nearly so, nearest first.
 */
export function nearestNames(wanted: string, known: readonly string[]): string[] {
  const alike = known.filter((name) => namesMeaning(wanted.slice(0, compared)).includes(name));
  if (alike.length > 0) return alike.slice(0, 3);
  const short = wanted.slice(0, compared).toLowerCase();
  const most = Math.min(furthest, Math.max(2, Math.floor(short.length / 2)));
  return (
    known
      .map((name) => ({
        name,
        distance: distance(short, name.slice(0, compared).toLowerCase(), most),
      }))
      // Names that have no letter in common are not near, however short they are.
      .filter(({ name, distance: far }) => far <= most && far < Math.max(short.length, name.length))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, 3)
      .map((candidate) => candidate.name)
  );
}

/** The column with this exact name, else unknown_column with the nearest names. */
export function findColumn<Column extends { readonly name: string }>(
  columns: readonly Column[],
  name: string,
): Column {
  const column = columns.find((candidate) => candidate.name === name);
  if (column !== undefined) return column;
  const suggestions = nearestNames(
    name,
    columns.map((candidate) => candidate.name),
  );
  const hint =
    suggestions.length > 0
      ? ` Did you mean ${suggestions.map((suggestion) => `'${suggestion}'`).join(' or ')}?`
      : '';
  throw new AppError('unknown_column', `There is no column '${name.slice(0, 100)}'.${hint}`, {
    column: name.slice(0, 100),
    suggestions,
  });
}
