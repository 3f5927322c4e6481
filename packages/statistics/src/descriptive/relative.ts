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
  return fromPlace(inUnit({ values, scale }));
}

function inUnit({ values, scale }: Measured): Measured {
  // Whole units are at most 10¹⁵; what counts from an origin is an integer of at most 38 digits.
  const { largest, least } = sizesOf(values);
  if (scale.origin !== 0 || largest === 0 || (largest < huge && largest > tiny))
    return { values, scale };
  const unit = powerOfTwoNear(largest);
  // Beside numbers of usual size the smallest would lose digits.
  if (least / unit < 2 ** -900) return { values, scale };
  return {
    values: values.map((value) => value / unit),
    scale: { origin: 0, perUnit: scale.perUnit / unit },
  };
}

function fromPlace({ values, scale }: Measured): Measured {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? NaN;
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const range = high - low;
  if (low > high || !(farFrom * range < Math.max(Math.abs(low), Math.abs(high))))
    return { values, scale };
  // A multiple of the unit of a decimal is a whole number, and one of a power of two near the range
  // has few digits: a double of the range takes what is left exactly.
  const { origin, perUnit } = scale;
  const grain = isDecimal(perUnit) ? perUnit : powerOfTwoNear(range || low);
  const place = Math.round((low + range / 2) / grain) * grain;
  if (place === 0 || !values.every((value) => isExact(value, place))) return { values, scale };
  return {
    values: values.map((value) => value - place),
    scale: { origin: origin + place / perUnit, perUnit },
  };
}

/** Whether units are those of decimals, of at most 38 digits, and no power of two. */
const isDecimal = (perUnit: number): boolean => perUnit > 1 && perUnit < 1e39;

const isExact = (value: number, place: number): boolean =>
  !Number.isFinite(value) || value - place + place === value;

function sizesOf(values: Float64Array): { largest: number; least: number } {
  let [largest, least] = [0, Infinity];
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i] ?? NaN);
    if (!Number.isFinite(size)) continue;
    if (size > largest) largest = size;
    if (size < least && size > 0) least = size;
  }
  return { largest, least };
}
