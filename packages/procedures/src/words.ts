import { placesOfUnit } from '@columnist/contract';
import type { Adjustment } from '@columnist/statistics';

/**
 * Below this p a check of an assumption is called doubtful. It is not the level that was asked for:
 * a check decides whether an answer can be trusted, it is not the answer.
 */
export const doubtBelow = 0.05;

/** With the sign of mathematics in place of the hyphen. */
export const minus = (text: string): string => text.replaceAll('-', '\u2212');
/** With commas between thousands, and the sign of mathematics; 0 has no sign. */
function grouped(value: number, places: number): string {
  const text = value.toLocaleString('en-US', {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  return minus(/[1-9]/.test(text) ? text : text.replace('-', ''));
}
const largestGrouped = 1e15;

/** Three digits, of a thousand and more all whole ones, for a sentence. */
export function short(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size === Infinity || Number.isNaN(value)) return value < 0 ? '\u2212∞' : '∞';
  return size >= 999.5 && size < largestGrouped
    ? grouped(value, 0)
    : minus(String(Number(value.toPrecision(3))));
}

/**
 * Writes figures of one kind with the same decimals: two digits of `error`, their standard error,
 * are shown (Altman and Bland, BMJ 312, 1996). Without an error as `short`.
 */
export function withError(error: number): (value: number | null) => string {
  const places = Math.max(0, 1 - Math.floor(Math.log10(error)));
  return (value) =>
    value === null
      ? '∞'
      : !(error > 0) || error === Infinity || places > 12 || Math.abs(value) >= largestGrouped
        ? short(value)
        : grouped(value, places);
}

/**
 * Two places, as journals write statistics and effects; what they would make 0.00 with one digit.
 */
export const twoPlaces = (value: number | null): string =>
  value === null
    ? '∞'
    : Math.abs(value) < 1e-5
      ? '0.00'
      : Math.abs(value) < 0.005
        ? minus(value.toFixed(Math.ceil(-Math.log10(Math.abs(value)))))
        : Math.abs(value) < largestGrouped
          ? grouped(value, 2)
          : minus(value.toPrecision(3));

/** Below it what cannot pass 1 is nothing for a reader. */
const leastOfUnit = 0.0005;

/**
 * The same of what cannot pass 1: APA writes it without a zero before the point. What is less than
 * 1 has as many places as it takes to see that.
 */
export function ofUnit(value: number | null): string {
  const places = value === null ? 2 : placesOfUnit(value);
  const text =
    value !== null && places > 2
      ? minus(value.toFixed(places))
      : twoPlaces(value !== null && Math.abs(value) < leastOfUnit ? 0 : value);
  return text.replace(/^(\u2212?)0\./, '$1.');
}

/** Sums of ranks and counts are whole or halves: in full, with commas between thousands. */
export const exactly = (value: number | null): string =>
  value === null ? '∞' : minus(value.toLocaleString('en-US'));

/** That a column has a value, as what happens is called: 'died = 1'. */
export const sayEvent = (column: string, value: string): string => `${column} = ${value}`;
/** 'share of died = 1'. */
export const shareOf = (column: string, value: string): string =>
  `share of ${sayEvent(column, value)}`;

export const percent = (share: number): string => `${short(100 * share)}%`;
/** The most decimals that `short` gives one of these. */
const mostPlaces = (values: readonly number[]): number =>
  Math.max(0, ...values.map((value) => /\.(\d+)$/.exec(short(value))?.[1]?.length ?? 0));
/**
 * Writes shares that are compared in one sentence with the same decimals: as many as `percent` gives
 * the one that needs most. None and all, the ends of what a share can be, need none.
 */
export function percentBeside(...shares: readonly number[]): (share: number) => string {
  const places = mostPlaces(shares.map((share) => 100 * share));
  return (share) =>
    Number.isFinite(share) && share !== 0 && share !== 1
      ? `${grouped(100 * share, places)}%`
      : percent(share);
}
const digitsBeside = 5;
/**
 * Writes values that are compared in one sentence with the same decimals: as many as `short` gives
 * the one that needs most, but no more than leave the largest five digits.
 */
export function shortBeside(...values: readonly number[]): (value: number) => string {
  const largest = Math.max(...values.map(Math.abs));
  const own = mostPlaces(values.filter((value) => Math.abs(value) === largest));
  const room = digitsBeside - 1 - Math.floor(Math.log10(largest));
  const places = Math.min(mostPlaces(values), Math.max(own, room));
  // What needs an exponent has no decimals that others could share.
  return largest >= largestGrouped || values.some((value) => /e|∞/.test(short(value)))
    ? short
    : (value) => grouped(value, places);
}
/** '95%', '99.9%': the level of an interval, without what binary fractions add to it. */
export const levelText = (level: number): string => `${Number((100 * level).toFixed(6))}%`;
/** The level of confidence where none was asked for. */
export const usualLevel = 0.95;
/**
 * The level of significance that belongs to a level of confidence, without what binary fractions add
 * to it: a double near 1 has 16 places.
 */
export const alphaOf = (level: number): number =>
  Number(Number((1 - level).toFixed(15)).toPrecision(10));
/** '.05', '.001'. */
export const alphaText = (alpha: number): string => String(alpha).replace(/^0\./, '.');

/** How p are adjusted over several tests. */
export const adjustedBy: Readonly<Record<Adjustment, string>> = {
  holm: 'p adjusted by Holm',
  bonferroni: 'p adjusted by Bonferroni',
  bh: 'p adjusted by Benjamini and Hochberg',
  none: 'p not adjusted',
};
