import type { FieldColumn } from '../table/table-column.ts';
import { isoMomentOf } from '../table/cells.ts';
import { names } from './left-out.ts';
import type { ExportedRows } from './open-rows.ts';

/** Which dates and moments a format can hold, and the others in words. No time of it is 24:00:00. */
const limits = {
  finite: { held: (field: string) => `isfinite(${field})`, others: 'infinite ones' },
  years: {
    held: (field: string) => `isfinite(${field}) and year(${field}) between 1 and 9999`,
    others: 'those outside the years 1 to 9999',
  },
} as const;

/**
 * The rows for a format that cannot hold every date, moment and time: columns with any that it
 * cannot are texts, as answers write them, and a sentence says so.
 */
export async function heldMoments(
  file: string,
  { columns, ask }: Pick<ExportedRows, 'columns' | 'ask'>,
  limit: keyof typeof limits,
): Promise<{ readonly columns: readonly FieldColumn[]; readonly notes: string[] }> {
  const { held, others } = limits[limit];
  const moments = columns.filter(({ storage }) => /^(?:DATE|TIME)/.test(storage));
  if (moments.length === 0) return { columns, notes: [] };
  const found = await ask(
    moments.map(({ field, storage }) =>
      storage === 'TIME'
        ? `coalesce(bool_and(${field} < time '24:00:00'), true)`
        : `coalesce(bool_and(${held(field)}), true)`,
    ),
  );
  const beyond = moments.filter((_, i) => found[i] !== true);
  if (beyond.length === 0) return { columns, notes: [] };
  return {
    columns: columns.map((column) =>
      beyond.includes(column)
        ? { ...column, type: 'text', storage: 'VARCHAR', field: isoMomentOf(column) }
        : column,
    ),
    notes: [
      `${file} cannot hold all dates and times of ${names(beyond)} as such ` +
        `(${others}, and 24:00:00): they are texts.`,
    ],
  };
}
