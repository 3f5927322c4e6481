import { looksLikeId, type DatasetColumn } from '@columnist/contract';

const partOfDate = /^(year|quarter|month|week|weekday|day|hour|minute|second)s?$/i;

/** Of fewer rows all values may differ by chance. */
const fewestNamed = 10;
/** Whole numbers name rows where nearly each occurs, and once. */
const nearly = 0.05;

/** Whether a column tells rows apart and measures nothing: an identifier, a key, a number of rows. */
export function namesRows({
  name,
  type,
  storage,
  distinct,
  low,
  high,
  picture,
}: DatasetColumn): boolean {
  if (looksLikeId(name, type, storage)) return true;
  const n = picture?.n ?? 0;
  if (n < fewestNamed || distinct === null) return false;
  if (type === 'text' || type === 'category') return distinct === n;
  return (
    type === 'number' &&
    storage.includes('INT') &&
    typeof low === 'number' &&
    typeof high === 'number' &&
    distinct >= (1 - nearly) * n &&
    high - low + 1 <= (1 + nearly) * n
  );
}

/** Columns to choose a first one from: without those that name rows, where any other is left. */
export function toAskAbout(columns: readonly DatasetColumn[]): readonly DatasetColumn[] {
  const others = columns.filter((column) => !namesRows(column));
  return others.length > 0 ? others : columns;
}

/**
 * Whether a number column is one to ask about first: it varies, measures something, and neither
 * names rows nor is a part of a date.
 */
export const measures = (column: DatasetColumn): boolean =>
  column.type === 'number' &&
  column.picture?.kind === 'number' &&
  !namesRows(column) &&
  !partOfDate.test(column.name);
