import { AppError } from '@columnist/contract';
import type { AdmissionLog } from './admission-log.ts';
import type { ColumnProfiles } from './column-profile.ts';

/** No table: all of the rows, or too many of them, would have to be repaired or left out. */
export function refuseUnlessTable(rows: number, log: AdmissionLog, profiles: ColumnProfiles): void {
  // A program that does not double quotes within quoted fields does so in many rows.
  const explained = profiles.holdsValues ? log.countOf('row_quotes') : 0;
  const troubled = log.repaired - explained + log.rejected;
  const all = rows + log.rejected;
  // Where no column holds values, fewer rows that do not fit are enough: it may be a text.
  if (troubled <= (profiles.holdsValues ? 0.5 : 0.33) * all || (troubled <= 10 && troubled < all))
    return;
  const first = log.notes().find(({ code }) => code.startsWith('row_'));
  throw new AppError(
    'invalid_file',
    `The file holds no table that can be read without doubt: ${troubled} of ${all} rows ` +
      'do not have the fields of the rest.',
    {
      ...(first?.rows[0] === undefined ? {} : { row: first.rows[0] }),
      fix:
        'State the delimiter and quote of the file when you upload it, or make every row have ' +
        'the same number of fields.',
    },
  );
}
