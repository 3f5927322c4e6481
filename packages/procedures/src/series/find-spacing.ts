import type { CalendarUnit } from '@columnist/contract';
import { day, monthOf, stepOf, stepOfMonths, unitOf, type Step } from './calendar.ts';

/** How values lie along their axis. */
export interface Spacing {
  /** Place of each value on an even grid, from 0; null where no grid holds them all. */
  readonly places: Float64Array | null;
  /** Distance of two places: of the calendar, or a number. */
  readonly step: Step | number | null;
  /** Steps that are of that distance, of all. */
  readonly even: number;
  readonly steps: number;
  /** Values that are at the same place of the axis as the one before. */
  readonly repeated: number;
}

/**
 * Beginnings of units, each once and in order: the unit that was asked for is the step, however far
 * apart its values are.
 */
export function spacingOfUnits(times: Float64Array, unit: CalendarUnit): Spacing {
  const first = unitOf(times[0] ?? 0, unit);
  const places = times.map((time) => unitOf(time, unit) - first);
  const distances = differences(places);
  return {
    places,
    step: { count: 1, unit },
    even: distances.filter((one) => one === 1).length,
    steps: distances.length,
    repeated: 0,
  };
}

/** Moments in order, in microseconds. */
export function spacingOfMoments(times: Float64Array): Spacing {
  return inMonths(times) ?? spacingOfNumbers(times, (distance) => stepOf(distance));
}

/** Numbers in order. */
export function spacingOfNumbers(
  times: Float64Array,
  stepFor: (distance: number) => Step | number | null = (distance) => distance,
): Spacing {
  const distances = differences(times);
  const usual = mostFrequent(distances.filter((one) => one > 0));
  const counted = {
    repeated: distances.filter((one) => one === 0).length,
    steps: distances.length,
  };
  if (usual === null) return { places: null, step: null, even: 0, ...counted };
  const places = times.map((time) => (time - (times[0] ?? 0)) / usual);
  const onGrid = places.every((place) => Math.abs(place - Math.round(place)) < 1e-6);
  return {
    places: onGrid ? places.map(Math.round) : null,
    step: stepFor(usual),
    even: distances.filter((one) => one === usual).length,
    ...counted,
  };
}

/** The same day of the month, or its last day, at the same time of day. */
function inMonths(times: Float64Array): Spacing | null {
  const distances = differences(times);
  if (distances.length === 0 || distances.some((one) => one > 0 && one < 28 * day)) return null;
  const dates = Array.from(times, (time) => new Date(Math.floor(time / 1000)));
  const clock = times.every(
    (time) => ((time % day) + day) % day === (((times[0] ?? 0) % day) + day) % day,
  );
  const sameDay = dates.every((date) => date.getUTCDate() === dates[0]?.getUTCDate());
  const lastDays = dates.every((date) => new Date(date.getTime() + 86_400_000).getUTCDate() === 1);
  if (!clock || (!sameDay && !lastDays)) return null;
  const months = differences(Float64Array.from(times, monthOf));
  const usual = mostFrequent(months.filter((one) => one > 0));
  if (usual === null) return null;
  const places = times.map((time) => (monthOf(time) - monthOf(times[0] ?? 0)) / usual);
  return {
    places: places.every(Number.isInteger) ? places : null,
    step: stepOfMonths(usual),
    even: months.filter((one) => one === usual).length,
    steps: months.length,
    repeated: months.filter((one) => one === 0).length,
  };
}

const differences = (values: Float64Array): Float64Array =>
  values.slice(1).map((value, i) => value - (values[i] ?? NaN));

function mostFrequent(values: Float64Array): number | null {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: [number, number] | null = null;
  for (const [value, n] of counts)
    if (best === null || n > best[1] || (n === best[1] && value < best[0])) best = [value, n];
  return best?.[0] ?? null;
}
