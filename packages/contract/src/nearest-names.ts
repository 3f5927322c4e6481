import { AppError } from './errors.ts';

/** Levenshtein distance, case-insensitive. */
function distance(a: string, b: string): number {
  const from = a.toLowerCase();
  const to = b.toLowerCase();
  let previous = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      row.push(Math.min(substitution, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[to.length] ?? 0;
}

/** At most three known names that someone may have meant, nearest first. */
export function nearestNames(wanted: string, known: readonly string[]): string[] {
  const short = wanted.slice(0, 100);
  return known
    .map((name) => ({ name, distance: distance(short, name.slice(0, 100)) }))
    .filter((candidate) => candidate.distance <= Math.max(2, short.length / 2))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map((candidate) => candidate.name);
}

/** The column with this exact name, else unknown_column with the nearest names. */
export function findColumn<Column extends { readonly name: string }>(columns: readonly Column[], name: string): Column {
  const column = columns.find((candidate) => candidate.name === name);
  if (column !== undefined) return column;
  const suggestions = nearestNames(name, columns.map((candidate) => candidate.name));
  const hint = suggestions.length > 0 ? ` Did you mean ${suggestions.map((suggestion) => `'${suggestion}'`).join(' or ')}?` : '';
  throw new AppError('unknown_column', `There is no column '${name.slice(0, 100)}'.${hint}`, { column: name.slice(0, 100), suggestions });
}
