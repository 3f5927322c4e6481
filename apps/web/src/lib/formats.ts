import { looksLikeId, placesOfUnit, type Dataset } from '@columnist/contract';
import { digitsAdded, numberMarks, numberStyle } from './number-style.ts';

const minus = (text: string): string => text.replace(/^-/, '\u2212');
const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const superscript = (exponent: number): string =>
  String(exponent)
    .replace('-', '⁻')
    .replace(/\d/g, (digit) => superscripts[Number(digit)] ?? '');

const magnitudeOf = (value: number): number => Math.floor(Math.log10(Math.abs(value)));

const grouped = new Intl.NumberFormat(numberStyle, { maximumFractionDigits: 20 });
export const formatCount = (n: number): string => minus(grouped.format(n));

/** With so many decimals, zeros at the end included: figures of one column are aligned. */
export function formatFixed(value: number, decimals: number, useGrouping = true): string {
  // Or 0: never −0, which is written with its sign.
  const rounded = Number.isFinite(value) ? Number(value.toFixed(decimals)) || 0 : value;
  return minus(
    new Intl.NumberFormat(numberStyle, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping,
    }).format(rounded),
  );
}

/**
 * A figure with so many significant digits, never fewer than its whole part; powers of ten where it
 * is tiny or huge.
 */
export function formatFigure(value: number | string | null | undefined, usual = 4): string {
  const digits = Math.min(15, usual + digitsAdded);
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return formatExact(value);
  if (value === 0) return '0';
  if (!Number.isFinite(value)) return formatFixed(value, 0);
  const magnitude = magnitudeOf(value);
  if (magnitude < -5 || magnitude > 14) {
    const [mantissa = '', exponent = ''] = value.toExponential(digits - 1).split('e');
    return minus(
      `${mantissa.replace('.', numberMarks.decimal)} × 10${superscript(Number(exponent))}`,
    );
  }
  const decimals = Math.max(0, digits - 1 - magnitude);
  return minus(
    new Intl.NumberFormat(numberStyle, { maximumFractionDigits: Math.min(20, decimals) }).format(
      value,
    ),
  );
}

/** A decimal string that a double would not hold, with separators for thousands. */
function formatExact(text: string): string {
  const plain = /^(-?\d+)(\.\d+)?$/.exec(text);
  if (plain === null) return formatFigure(Number(text), 6);
  return minus(
    (plain[1] ?? '').replace(/\B(?=(\d{3})+$)/g, numberMarks.thousands) +
      (plain[2] ?? '').replace('.', numberMarks.decimal),
  );
}

/**
 * A value as it is in the file, with separators for thousands; what was computed, to the
 * fifteen digits that a double has for sure.
 */
export function formatValue(value: number | string): string {
  if (typeof value === 'string') return formatExact(value);
  return value !== 0 && magnitudeOf(value) < -5
    ? formatFigure(value, 6)
    : minus(grouped.format(Number.isInteger(value) ? value : Number(value.toPrecision(15))));
}

/** Both ends with the same decimals, three digits of the width: '1,017.802 to 1,017.993'. */
export function formatInterval(low: number, high: number): string {
  const width = Math.abs(high - low);
  if (width === 0 || magnitudeOf(width) < -5)
    return `${formatFigure(low, 6)} to ${formatFigure(high, 6)}`;
  const decimals = decimalsFor(width);
  return `${formatFixed(low, decimals)} to ${formatFixed(high, decimals)}`;
}

/** Decimals that show three digits of a spread; none below one. */
export const decimalsFor = (spread: number): number =>
  spread > 0 ? Math.min(8, Math.max(0, 2 - magnitudeOf(spread))) : 0;

/**
 * How the figures of one column are written: all with the same decimals, so that they are in line.
 * These show `usual` digits of the middle one, two of the smallest and three of their spread, and no
 * more than the figures need. Where that would take more than ten digits, each figure is written by itself.
 */
export function alignedFormat(
  figures: readonly (number | null | undefined)[],
  usual = 4,
): (value: number | null | undefined) => string {
  // Beside the largest figure these are what rounding left of zero.
  const noise =
    1e-15 *
    Math.max(
      0,
      ...figures.map((value) =>
        typeof value === 'number' && Number.isFinite(value) ? Math.abs(value) : 0,
      ),
    );
  const isNoise = (value: number | null | undefined): boolean =>
    typeof value === 'number' && Math.abs(value) <= noise;
  const values = figures.map((value) => (isNoise(value) ? 0 : value));
  const digits = Math.min(15, usual + digitsAdded);
  const present = values.flatMap((value) =>
    typeof value === 'number' && Number.isFinite(value) ? [value] : [],
  );
  const sizes = present
    .flatMap((value) => (value === 0 ? [] : [magnitudeOf(value)]))
    .toSorted((a, b) => a - b);
  const [smallest = 0, middle = 0, largest = 0] = [
    sizes[0],
    sizes[Math.floor(sizes.length / 2)],
    sizes.at(-1),
  ];
  const range = present.length < 2 ? 0 : Math.max(...present) - Math.min(...present);
  // Figures that are one but for rounding have no spread.
  const spread = range > 1e-9 * 10 ** largest ? range : 0;
  const needed = Math.max(0, ...present.map(decimalsOf));
  const decimals = Math.min(
    needed,
    Math.max(0, digits - 1 - middle, 1 - smallest, decimalsFor(spread)),
  );
  return largest + 1 + decimals > 6 + digits || smallest < -5
    ? (value) => formatFigure(isNoise(value) ? 0 : value, usual)
    : (value) => (value === null || value === undefined ? '–' : formatFixed(value, decimals));
}

/** Decimals a value needs: 2 for 1.25, 0 for 7; figures beyond the twelfth digit are rounding. */
export function decimalsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = value.toPrecision(12).split('e');
  const written = /\.(\d*?)0*$/.exec(mantissa)?.[1]?.length ?? 0;
  return Math.max(0, written - Number(exponent));
}

interface NumberColumn {
  readonly name?: string;
  readonly storage: string;
  readonly low: unknown;
  readonly high: unknown;
}

/** Whole numbers from 1500 to 2200 are most likely years, which take no separators. */
const areYears = ({ storage, low, high }: NumberColumn): boolean =>
  storage === 'BIGINT' &&
  typeof low === 'number' &&
  typeof high === 'number' &&
  low >= 1500 &&
  high <= 2200;

/** Years and ids are names rather than amounts: no figure of them has separators for thousands. */
export const isWithoutMarks = (column: NumberColumn): boolean =>
  areYears(column) ||
  (column.name !== undefined && looksLikeId(column.name, 'number', column.storage));

/** A written number without its separators for thousands. */
export const withoutMarks = (written: string): string =>
  written.replaceAll(numberMarks.thousands, '');

/** Decimals of a DECIMAL column; 20 where the column has none of its own. */
const scaleOf = (storage: string): number =>
  storage === 'BIGINT' ? 0 : Number(/^DECIMAL\(\d+,(\d+)\)$/.exec(storage)?.[1] ?? 20);

/**
 * How the values of a number column are written: as many decimals as the column has, none cut;
 * years and ids without separators.
 */
export function valueFormat(column: NumberColumn): (value: number) => string {
  if (isWithoutMarks(column)) return (value) => withoutMarks(formatValue(value));
  const scale = scaleOf(column.storage);
  return scale <= 4 ? (value) => formatFixed(value, scale) : formatValue;
}

/** An end of a column's range, short: at most five significant digits beyond the whole part. */
export function rangeEnd(column: NumberColumn, value: number): string {
  return scaleOf(column.storage) <= 2 ? valueFormat(column)(value) : formatFigure(value, 5);
}

/** An ISO moment as people read it: '2013-01-01 06:00:00Z'. */
export const formatMoment = (iso: string): string => iso.replace('T', ' ');

/** A span of time in the largest unit it fills twice, one decimal. */
export function formatSpan(seconds: number): string {
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const;
  const [unit, length] = units.find(([, size]) => seconds >= 2 * size) ?? ['second', 1];
  return plural(length === 1 ? seconds : Math.round((10 * seconds) / length) / 10, unit);
}

/** A share in percent with one decimal; a small one is never called 0, nor a large one 100. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.001) return `< ${formatFixed(0.1, 1)}%`;
  if (share < 1 && share > 0.999) return `> ${formatFixed(99.9, 1)}%`;
  return `${formatFixed(share * 100, 1)}%`;
}

/** KB or MB with one decimal; MB from where KB would be written as 1,024.0. */
export function formatBytes(bytes: number | null): string {
  if (bytes === null) return 'size withheld';
  return bytes < 1024 * (1024 - 0.05)
    ? `${formatFixed(bytes / 1024, 1)} KB`
    : `${formatFixed(bytes / 1024 / 1024, 1)} MB`;
}

export const formatDay = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }).format(
    new Date(iso),
  );

/**
 * A coefficient with two decimals and no zero before the point, as journals write it; with more
 * where these would make one below 1 into 1.
 */
export const formatCorrelation = (r: number): string =>
  formatFixed(r, placesOfUnit(r)).replace(/^(\u2212?)0\./, '$1.');

export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${formatCount(n)} ${n === 1 ? one : many}`;

/** What kind of file a dataset was read from: CSV, XLSX and so on. */
export const fileTypeOf = ({ admission }: Pick<Dataset, 'admission'>): string =>
  (admission.source?.format ?? 'csv').toUpperCase();
