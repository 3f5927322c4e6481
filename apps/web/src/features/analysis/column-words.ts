import type { Cell, ColumnDescription, DatasetColumn } from '@columnist/contract';
import { typeName } from '../../ui/icons.tsx';
import {
  decimalsFor,
  formatCount,
  formatFigure,
  formatFixed,
  formatMoment,
  formatValue,
  isWithoutMarks,
  plural,
  rangeEnd,
  valueFormat,
  withoutMarks,
} from '../../lib/formats.ts';
import { storageName } from '../../lib/storage-name.ts';
import { visibleEnds } from '../../lib/visible-ends.ts';

/** How a value of the column is written. */
export function writeValue(
  column: Pick<DatasetColumn, 'name' | 'type' | 'storage' | 'low' | 'high'>,
): (value: Cell) => string {
  const writeNumber = valueFormat(column);
  const writeLong = isWithoutMarks(column)
    ? (value: string) => withoutMarks(formatValue(value))
    : formatValue;
  return (value) => {
    if (value === null) return 'NA';
    if (typeof value === 'number') return writeNumber(value);
    if (column.type === 'number') return writeLong(String(value));
    return column.type === 'datetime' ? formatMoment(String(value)) : visibleEnds(String(value));
  };
}

/** The ends of a column's range, or null where its values have no order. */
export function endsOf(column: DatasetColumn): readonly [string, string] | null {
  const { type, low, high } = column;
  if (low === null || high === null) return null;
  if (type === 'number') {
    const end = (value: Cell) =>
      typeof value === 'number' ? rangeEnd(column, value) : formatValue(String(value));
    return [end(low), end(high)];
  }
  return type === 'datetime'
    ? [String(low).replace(/T.*/, ''), String(high).replace(/T.*/, '')]
    : null;
}

/** A column's range in few words: its ends, or how many values it has. */
export function rangeOf(column: DatasetColumn): string {
  const ends = endsOf(column);
  if (ends === null) {
    const distinct = column.distinct ?? 0;
    return distinct === 0 ? 'no value' : plural(distinct, 'value');
  }
  const [low, high] = ends;
  return low === high ? `only ${low}` : `${low} to ${high}`;
}

/** The same for a narrow place: of dates, the years. */
export function shortRangeOf(column: DatasetColumn): string {
  if (column.type !== 'datetime' || !/^\d{4}-/.test(String(column.low))) return rangeOf(column);
  const [from, to] = [String(column.low).slice(0, 4), String(column.high).slice(0, 4)];
  return from === to ? from : `${from} to ${to}`;
}

/**
 * Mean, sd and median with the decimals that the narrower of sd and IQR asks for, so that they
 * are aligned.
 */
export function centreOf(
  description: ColumnDescription,
): { mean: string; sd: string; median: string } | null {
  if (description.type !== 'number') return null;
  const { name, mean, sd, median, iqr, storage, min, max } = description;
  const spread = iqr !== null && iqr > 0 && (sd === null || iqr < sd) ? iqr : (sd ?? 0);
  const numbers = { name, storage, low: min, high: max };
  const constant = valueFormat(numbers);
  const hasMarks = !isWithoutMarks(numbers);
  const write = (value: number | null): string => {
    if (value === null) return '–';
    if (spread === 0) return constant(value);
    return spread < 1e-6 ? formatFigure(value) : formatFixed(value, decimalsFor(spread), hasMarks);
  };
  return { mean: write(mean), sd: sd === 0 ? '0' : write(sd), median: write(median) };
}

/** What is in the place of mean, sd and median for a column that has none. */
export function summaryOf(description: ColumnDescription | undefined): string {
  if (description === undefined || description.n === 0) return '';
  const { distinct, top_values: top } = description;
  if (description.type === 'datetime')
    return `${plural(distinct, 'moment')}${description.gaps?.regular === true ? ', evenly spaced' : ''}`;
  if (description.type === 'text')
    return description.lengths === null ? '' : lengthsOf(description.lengths);
  return top
    .slice(0, 3)
    .map(({ value, n }) => `${String(value)}: ${formatCount(n)}`)
    .join(', ');
}

const lengthsOf = ({ min, max }: { min: number; max: number }): string =>
  min === max ? plural(min, 'character') : `${formatCount(min)} to ${formatCount(max)} characters`;

/** The type of a column with how its values are kept; of moments the latter says both. */
export function kindOf({ type, storage }: Pick<DatasetColumn, 'type' | 'storage'>): string {
  const name = storageName(storage);
  if (name === '') return typeName(type);
  return type === 'datetime'
    ? `${name.charAt(0).toUpperCase()}${name.slice(1)}`
    : `${typeName(type)}, ${name}`;
}
