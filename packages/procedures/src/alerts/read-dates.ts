import type { FieldColumn } from '@columnist/tables/table/table-column';
import type { TableReader } from '@columnist/tables/views/table-reader';
import { literal } from '@columnist/tables/database/sql';
import { itemsOf } from './items-of.ts';

/** Dates that programs write where none is known, or where something has no end yet. */
const placeholders = [
  '0001-01-01',
  '1753-01-01',
  '1899-12-30',
  '1899-12-31',
  '1900-01-01',
  '1970-01-01',
  '2099-12-31',
  '2999-12-31',
  '9999-01-01',
  '9999-12-31',
] as const;

/** What the values of a column of dates look like, in days since 1970. */
export interface DateFacts {
  readonly name: string;
  readonly field: string;
  /** Whether it has days alone, without a time of day. */
  readonly isDay: boolean;
  /** In the order of the rows, NaN where missing; of long tables a part. */
  readonly days: Float64Array;
  /** The outermost values of all rows without placeholders, outermost first. */
  readonly lowest: readonly number[];
  readonly highest: readonly number[];
  /** How many rows of all have each of the usual placeholders. */
  readonly placeholders: readonly { readonly date: string; readonly n: number }[];
}

const columnsAtMost = 12;
/** Outermost dates that are known of each column. */
export const outermost = 60;
const msOfDay = 86_400_000;

export const isoOf = (days: number): string =>
  new Date(Math.floor(days) * msOfDay).toISOString().slice(0, 10);
export const daysOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / msOfDay;

/** Reads at most 12 columns: the values of `part`, and the ends of `whole` in one pass. */
export async function readDates(part: TableReader, whole: TableReader): Promise<DateFacts[]> {
  const columns = whole.columns
    .filter(({ type, storage }) => type === 'datetime' && /^(DATE|TIMESTAMP)/.test(storage))
    .slice(0, columnsAtMost);
  if (columns.length === 0) return [];
  const values = await part.doubles(columns.map(inDays));
  const [row = []] = await whole.rows(
    `select ${columns.map(endsOf).join(', ')} from ${whole.source}`,
  );
  const width = placeholders.length + 2;
  return columns.map(({ name, field, storage }, i) => {
    const [lowest, highest, ...counts] = row.slice(i * width, (i + 1) * width);
    return {
      name,
      field,
      isDay: storage === 'DATE',
      days: values[i] ?? new Float64Array(),
      lowest: itemsOf(lowest).map(Number),
      highest: itemsOf(highest).map(Number),
      placeholders: placeholders.flatMap((date, place) => {
        const n = Number(counts[place]);
        return n > 0 ? [{ date, n }] : [];
      }),
    };
  });
}

const inDays = ({ field }: FieldColumn): string =>
  `if(isfinite(${field}), epoch(${field}::timestamp) / 86400, null)`;

function endsOf(column: FieldColumn): string {
  const others = `${column.field}::date not in (${placeholders.map(dateOf).join(', ')})`;
  const counts = placeholders.map(
    (date) => `count(*) filter (where ${column.field}::date = ${dateOf(date)})::double`,
  );
  return [
    ...['min', 'max'].map(
      (end) => `${end}(${inDays(column)}, ${outermost}) filter (where ${others})`,
    ),
    ...counts,
  ].join(', ');
}

const dateOf = (date: string): string => `${literal(date)}::date`;
