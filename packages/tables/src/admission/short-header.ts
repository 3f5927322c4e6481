import type { ColumnProfiles } from './column-profile.ts';
import type { RawRecord } from './read-records.ts';
import { namesKind } from './usual-names.ts';

/** Which columns a line of names belongs to that has one name too few. */
export type ShortHeader = 'all but the first' | 'all but the last' | 'unsure';

/**
 * R writes the names of rows into a first column without a name: numbers that count, or texts, and
 * no two alike. Else the names belong to the first columns, where they say what these hold.
 */
export function placeShortHeader(
  names: readonly string[],
  body: readonly RawRecord[],
  width: number,
  profiles: ColumnProfiles,
): ShortHeader {
  const rows = body.filter(({ sound, fields }) => sound && fields.length === width);
  const first = rows.map(({ fields }) => (fields[0] ?? '').trim());
  const kind = profiles.typedKind(0);
  if (profiles.isEmpty(width - 1)) return 'all but the last';
  if (profiles.isEmpty(0)) return 'all but the first';
  if ((kind !== null && kind !== 'number') || new Set(first).size < first.length)
    return 'all but the last';
  const fitsFrom = (from: number): number =>
    names.reduce((sum, name, j) => sum + namesKind(name, profiles.typedKind(from + j)), 0);
  const [right, left] = [fitsFrom(1), fitsFrom(0)];
  if (right !== left) return right > left ? 'all but the first' : 'all but the last';
  const inQuotes = rows.every(({ text }) => /^["']\d/.test(text));
  return kind === null || inQuotes ? 'all but the first' : 'unsure';
}
