import type { Act } from './admission-log.ts';
import { fillGaps, joinFields } from './align-fields.ts';
import type { ColumnProfiles } from './column-profile.ts';
import { splitRecord, type FieldDialect } from './field-dialect.ts';
import { readOddlyQuoted } from './read-oddly-quoted.ts';
import type { RawRecord } from './read-records.ts';

export interface Repaired {
  readonly act: Act;
  readonly cells: string[];
}

/** Other signs that a row of a table may have been separated by. */
const otherDelimiters = [',', ';', '\t', '|', ', ', '; ', ' '];

/**
 * A record that does not fit, brought into the table by the first rule that explains it; null where
 * none does.
 */
export function repairRecord(
  record: RawRecord,
  dialect: FieldDialect,
  width: number,
  profiles: ColumnProfiles,
): Repaired | null {
  const { fields, act } = settleQuotes(record, dialect, width);
  if (fields.length === width) return act === null ? null : { act, cells: fields };
  if (fields.length > width) {
    const joined = joinFields(
      fields,
      width,
      profiles,
      dialect.delimiter,
      act === null ? splitRecord(record.text, dialect).quoted : new Set(),
    );
    if (joined !== null)
      return { act: act ?? (joined.joined ? 'row_joined' : 'row_trimmed'), cells: joined.cells };
    const cells = fields.slice(0, width);
    // Its cells are in their places: what follows them belongs to no column.
    return profiles.judge(cells).misfits === 0 ? { act: 'row_cut', cells } : null;
  }
  const padded = fillGaps(fields, width, profiles).cells;
  // Of a row with several fields the delimiter is known and what it lacks is empty, unless its cells
  // do not fit so, and many of them do by another sign.
  const resplit =
    fields.length === 1
      ? splitOtherwise(record.text, dialect, width, profiles)
      : profiles.judge(padded).misfits > 0
        ? splitOtherwise(record.text, dialect, width, profiles, manyFits)
        : null;
  if (resplit !== null) return resplit;
  // One field alone in a wide table is no row of it, but where it is of the first column's kind.
  if (fields.length === 1 && width > 2 && profiles.judge(fields).fits === 0) return null;
  return { act: act ?? 'row_padded', cells: padded };
}

function settleQuotes(
  record: RawRecord,
  dialect: FieldDialect,
  width: number,
): { fields: string[]; act: Act | null } {
  if (record.sound) return { fields: record.fields, act: null };
  return {
    fields:
      readOddlyQuoted(record.text, dialect, width)?.fields ?? record.text.split(dialect.delimiter),
    act: 'row_quotes',
  };
}

/** Values of a row that fall into place: with so many it cannot be chance. */
const manyFits = 4;

/** The row read with another delimiter, where that gives cells that look like their columns. */
function splitOtherwise(
  text: string,
  dialect: FieldDialect,
  width: number,
  profiles: ColumnProfiles,
  leastFits = 0,
): Repaired | null {
  let best: { cells: string[]; fit: number } | null = null;
  for (const delimiter of otherDelimiters) {
    if (delimiter === dialect.delimiter || !text.includes(delimiter)) continue;
    const other = { ...dialect, delimiter, repeated: false };
    const split = splitRecord(text, other);
    const fields =
      split.open || split.odd ? (readOddlyQuoted(text, other, width)?.fields ?? []) : split.fields;
    const { cells, fit } =
      fields.length === width
        ? {
            cells: fields,
            fit: fields.reduce((sum, cell, j) => sum + profiles.fit(cell, j), 0) / width,
          }
        : fields.length > width
          ? (joinFields(
              fields,
              width,
              profiles,
              delimiter,
              split.open || split.odd ? new Set() : split.quoted,
            ) ?? { cells: [], fit: -12 })
          : { cells: [], fit: -12 };
    const { fits, misfits } = profiles.judge(cells);
    // Spaces are between words: only a row whose numbers fall into place is split at them.
    const least =
      delimiter !== ' ' ? leastFits : fields.length === width ? Math.max(2, leastFits) : manyFits;
    if (
      cells.length === width &&
      fit > -3.5 &&
      misfits === 0 &&
      fits >= least &&
      (best === null || fit > best.fit)
    )
      best = { cells: cells.map((cell) => (cell === ' ' ? '' : cell)), fit };
  }
  return best === null ? null : { act: 'row_resplit', cells: best.cells };
}
