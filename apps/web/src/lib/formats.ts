const minus = (text: string): string => text.replace(/^-/, '\u2212');

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 20 });
export const formatCount = (n: number): string => minus(grouped.format(n));

/** A figure with enough digits to tell values apart: about four significant, never fewer than the whole part. */
export function formatFigure(value: number | string | null | undefined, digits = 4): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return minus(value);
  if (value === 0) return '0';
  const magnitude = Math.floor(Math.log10(Math.abs(value)));
  if (magnitude < -5 || magnitude > 14) return minus(value.toExponential(digits - 1).replace('e-', ' × 10^−').replace('e+', ' × 10^'));
  const decimals = Math.max(0, digits - 1 - magnitude);
  return minus(new Intl.NumberFormat('en', { maximumFractionDigits: Math.min(20, decimals) }).format(value));
}

/** A value as it stands in the file, with separators for thousands. */
export const formatValue = (value: number): string => minus(grouped.format(value));

interface NumberColumn {
  readonly storage: string;
  readonly low: unknown;
  readonly high: unknown;
}

const plainYears = new Intl.NumberFormat('en', { useGrouping: false });

/**
 * How the values of a number column are written, all alike: as many decimals as the column has (none are cut below
 * four), and years without separators.
 */
export function valueFormat({ storage, low, high }: NumberColumn): (value: number) => string {
  if (storage === 'BIGINT' && typeof low === 'number' && typeof high === 'number' && low >= 1500 && high <= 2200) return (year) => plainYears.format(year);
  const scale = Number(/^DECIMAL\(\d+,(\d+)\)$/.exec(storage)?.[1] ?? 20);
  const decimals = scale <= 4 ? { minimumFractionDigits: scale, maximumFractionDigits: scale } : { maximumFractionDigits: 20 };
  const format = new Intl.NumberFormat('en', decimals);
  return (value) => minus(format.format(value));
}

/** The ends of a column's range, short: at most five significant digits beyond the whole part. */
export function rangeEnd(column: NumberColumn, value: number): string {
  const scale = Number(/^DECIMAL\(\d+,(\d+)\)$/.exec(column.storage)?.[1] ?? 20);
  return scale <= 2 || Number.isInteger(value) ? valueFormat(column)(value) : formatFigure(value, 5);
}

export const formatShare = (share: number): string => (share > 0 && share < 0.001 ? '< 0.1%' : `${(share * 100).toFixed(1)}%`);

/** KB or MB with one decimal. */
export const formatBytes = (bytes: number): string => (bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`);

export const formatDay = (iso: string): string => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(iso));

export const formatCorrelation = (r: number): string => minus((Math.round(r * 100) / 100 + 0).toFixed(2)).replace(/^(\u2212?)0\./, '$1.');

export const formatP = (p: number | null): string => (p === null ? '–' : p < 0.001 ? '< .001' : `= ${p.toFixed(3).replace(/^0/, '')}`);

export const plural = (n: number, one: string, many = `${one}s`): string => `${formatCount(n)} ${n === 1 ? one : many}`;
