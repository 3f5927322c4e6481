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
/** From here on doubles are written with an exponent, as JavaScript does. */
const largestGrouped = 1e21;
/** Beyond it doubles have no decimals of their own. */
const largestWithPlaces = 1e15;
/** Of a double. */
const mostDigits = 17;

/** More digits of a figure than these say nothing to the reader of a sentence. */
const mostSaid = 6;

/**
 * Three digits for a sentence, of a thousand and more the whole ones, up to six; where decimals of
 * doubles end, a power of ten.
 */
export function short(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size === Infinity || Number.isNaN(value)) return value < 0 ? '\u2212∞' : '∞';
  if (size < 999.5) return minus(String(Number(value.toPrecision(3))));
  return size < largestWithPlaces
    ? grouped(size < 10 ** mostSaid ? value : Number(value.toPrecision(mostSaid)), 0)
    : minus(value.toExponential(2).replace(/\.?0+e/, 'e'));
}

/** A ratio for a sentence: three digits, and near 1 two digits of how far it is from 1. */
export function ratioText(ratio: number): string {
  const away = Math.abs(ratio - 1);
  return away < 1e-12 || away >= 0.1
    ? short(ratio)
    : grouped(ratio, 1 - Math.floor(Math.log10(away)));
}

/**
 * Writes figures of one kind with the same decimals: two digits of `error`, their standard error,
 * are shown (Altman and Bland, BMJ 312, 1996). Without an error as `short`.
 */
export function withError(error: number): (value: number | null) => string {
  const last = Math.floor(Math.log10(error)) - 1;
  const places = Math.max(0, -last);
  return (value) => {
    if (value === null) return '∞';
    if (!(error > 0) || error === Infinity || !Number.isFinite(value) || value === 0)
      return short(value);
    if (places <= 12 && Math.abs(value) < largestGrouped) return grouped(value, places);
    const digits = Math.floor(Math.log10(Math.abs(value))) - last + 1;
    return minus(String(Number(value.toPrecision(Math.min(mostDigits, Math.max(3, digits))))));
  };
}

/**
 * Writes figures of one sentence as `short`; where that would make one of several, such as the two
 * limits 1,000.01 and 1,000.05, with two digits of their smallest distance.
 */
export function apart(...figures: readonly number[]): (value: number) => string {
  const sorted = [...new Set(figures.filter(Number.isFinite))].sort((a, b) => a - b);
  if (new Set(sorted.map(short)).size === sorted.length) return short;
  return withError(Math.min(...sorted.slice(1).map((value, i) => value - (sorted[i] ?? NaN))));
}

/** What is said of a number of the question that may have been rounded before it was read. */
export function sayRounded(asked: Readonly<Record<string, number>>): string {
  const rounded = Object.entries(asked).filter(
    ([, value]) => Math.abs(value) > Number.MAX_SAFE_INTEGER,
  );
  const said = rounded.map(([name, value]) => `'${name}' was read as ${minus(String(value))}`);
  return rounded.length === 0
    ? ''
    : ` ${said.join(', ')}: numbers beyond 2^53 are rounded to the nearest double.`;
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
        : Math.abs(value) < largestWithPlaces
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

/** The same with as many places as it takes to see on which side of a limit it lies. */
export function ofUnitBeside(value: number, limit: number): string {
  const isBelow = (one: number): boolean => one < limit;
  for (let places = 2; places <= 15; places++) {
    const text = value.toFixed(places);
    if (isBelow(Number(text)) === isBelow(value))
      return places === 2 ? ofUnit(value) : minus(text).replace(/^(\u2212?)0\./, '$1.');
  }
  return ofUnit(value);
}

/** Sums of ranks and counts are whole or halves: in full, with commas between thousands. */
export const exactly = (value: number | null): string =>
  value === null ? '∞' : minus(value.toLocaleString('en-US'));

/** That a column has a value, as what happens is called: 'died = 1'. */
export const sayEvent = (column: string, value: string): string => `${column} = ${value}`;
/** 'share of died = 1'. */
export const shareOf = (column: string, value: string): string =>
  `share of ${sayEvent(column, value)}`;

/** The most decimals that `short` gives one of these. */
const mostPlaces = (values: readonly number[]): number =>
  Math.max(0, ...values.map((value) => /\.(\d+)$/.exec(short(value))?.[1]?.length ?? 0));
/** From here on three digits may make all of a share that is less. */
const nearlyAll = 0.995;
/** From here on the rest is rounding of doubles. */
const all = 1 - 1e-12;
const isNearlyAll = (share: number): boolean => share > nearlyAll && share < all;
/** The decimals of a share in percent: three digits, and those that show that it is not all. */
const placesOfShare = (share: number): number =>
  isNearlyAll(share) ? -Math.floor(Math.log10(100 * (1 - share))) : mostPlaces([100 * share]);
export const percent = (share: number): string =>
  `${isNearlyAll(share) ? grouped(100 * share, placesOfShare(share)) : short(100 * share)}%`;
/** A share of a question as it was given: 0.9996 is 99.96%. */
export const percentAsGiven = (share: number): string =>
  `${Number((100 * share).toPrecision(15))}%`;
/** The decimals of the one of these shares that needs most, in percent. */
const placesOfPercent = (shares: readonly number[]): number =>
  Math.max(0, ...shares.map(placesOfShare));
/**
 * Writes differences of shares in one sentence, in percentage points, with the same decimals; the
 * ends of what a difference can be need none.
 */
export function pointsBeside(...differences: readonly number[]): (difference: number) => string {
  const places = placesOfPercent(differences);
  return (difference) =>
    Math.abs(difference) < 1 ? grouped(100 * difference, places) : short(100 * difference);
}
/**
 * Writes shares that are compared in one sentence with the same decimals: as many as `percent` gives
 * the one that needs most. None and all, the ends of what a share can be, need none.
 */
export function percentBeside(...shares: readonly number[]): (share: number) => string {
  const places = placesOfPercent(shares);
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
/**
 * '95%', '99.9%': the level of an interval, without what binary fractions add to it; never none or
 * all.
 */
export function levelText(level: number): string {
  const percents = [15, 16, 17].map((digits) => Number((100 * level).toPrecision(digits)));
  const shown = percents.find((one) => one < 100) ?? 100 * level;
  return `${shown.toLocaleString('en-US', { maximumSignificantDigits: 17 })}%`;
}
/** The level of confidence where none was asked for. */
export const usualLevel = 0.95;
/**
 * The level of significance that belongs to a level of confidence, without what binary fractions add
 * to it: a double near 1 has 16 places. Above 0, as the level is below 1.
 */
export function alphaOf(level: number): number {
  const alpha = Number(Number((1 - level).toFixed(15)).toPrecision(10));
  return alpha > 0 ? alpha : Number((1 - level).toPrecision(1));
}
/** '.05', '.001'. */
export const alphaText = (alpha: number): string => String(alpha).replace(/^0\./, '.');

/** How p are adjusted over several tests. */
export const adjustedBy: Readonly<Record<Adjustment, string>> = {
  holm: 'p adjusted by Holm',
  bonferroni: 'p adjusted by Bonferroni',
  bh: 'p adjusted by Benjamini and Hochberg',
  none: 'p not adjusted',
};
