import { powerOfTwoNear } from '../numerics/power-of-two.ts';
import type { Scale } from './scale.ts';

/** Numbers of a table and what they mean. */
export interface Measured {
  readonly values: Float64Array;
  readonly scale: Scale;
}

/** Beyond these even a fourth power of a number leaves the range of a double, or its digits. */
const [tiny, huge] = [2 ** -200, 2 ** 200];
/** From this many times their range on, numbers lose digits in sums that are not centred. */
const farFrom = 2 ** 10;

/**
 * The same values by numbers near 1 and near 0: very small and very large ones in units of a power
 * of two, and such as lie far from 0 from a place among them on. Neither rounds anything. What does
 * not depend on the place or the unit of a column is computed from these numbers; figures that do
 * are put back by the scale.
 */
export function relative({ values, scale }: Measured): Measured {
  const extent = extentOf(values);
  const unit = unitOf(extent, scale);
  const { low, high } = { low: extent.low / unit, high: extent.high / unit };
  const perUnit = scale.perUnit / unit;
  const place = placeIn(low, high, perUnit);
  if (unit === 1 && place === 0) return { values, scale };
  return {
    values: values.map((value) => value / unit - place),
    scale: { origin: scale.origin + place / perUnit, perUnit },
  };
}

interface Extent {
  readonly low: number;
  readonly high: number;
  /** The smallest size but 0. */
  readonly least: number;
}

/** Of the finite values; low is above high where there are none. */
function extentOf(values: Float64Array): Extent {
  let [low, high, least] = [Infinity, -Infinity, Infinity];
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? NaN;
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
    const size = Math.abs(value);
    if (size < least && size > 0) least = size;
  }
  return { low, high, least };
}

/** A power of two near the largest size, where this is very small or very large, else 1. */
function unitOf({ low, high, least }: Extent, { origin }: Scale): number {
  const largest = Math.max(Math.abs(low), Math.abs(high));
  // What counts from an origin is an integer of at most 38 digits.
  const isUsual = low > high || origin !== 0 || largest === 0;
  if (isUsual || (largest < huge && largest > tiny)) return 1;
  const unit = powerOfTwoNear(largest);
  // The smallest would lose digits beside the largest.
  return least / unit < 2 ** -900 ? 1 : unit;
}

/**
 * Where numbers that are far from 0 for their range are counted from; 0 for others. A multiple of
 * the unit of a decimal is a whole number, and one of a power of two near the range has few digits:
 * what is left of a number is exact.
 */
function placeIn(low: number, high: number, perUnit: number): number {
  const range = high - low;
  if (low > high || !(farFrom * range < Math.max(Math.abs(low), Math.abs(high)))) return 0;
  const isDecimal = perUnit > 1 && perUnit < 1e39;
  const grain = isDecimal ? perUnit : powerOfTwoNear(range || low);
  return Math.round((low + range / 2) / grain) * grain;
}
