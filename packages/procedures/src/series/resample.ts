import { AppError, type CalendarUnit } from '@columnist/contract';
import { quantile, tabulate } from '@columnist/statistics';
import { startOf, unitOf } from './calendar.ts';
import type { SeriesInput } from './read-series.ts';

export interface Point {
  readonly t: number;
  readonly y: number;
}

const aggregates: Readonly<
  Record<SeriesInput['aggregate'], (values: readonly number[]) => number>
> = {
  mean: (values) => sumOf(values) / values.length,
  sum: (values) => sumOf(values),
  median: (values) => quantile(tabulate(Float64Array.from(values)), 0.5),
  min: (values) => values.reduce((a, b) => Math.min(a, b)),
  max: (values) => values.reduce((a, b) => Math.max(a, b)),
  first: (values) => values[0] ?? NaN,
  last: (values) => values.at(-1) ?? NaN,
  count: (values) => values.length,
};
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/**
 * Whether a unit without rows has the value 0: a count of no rows is known, other figures of them
 * are not. Another value in `gaps` is a wish of its own.
 */
export const countsNone = ({ every, aggregate, gaps }: SeriesInput): boolean =>
  every !== undefined && aggregate === 'count' && (gaps === 'keep' || gaps === 'zero');

/** One value for each unit that has rows, in order; of counts, for each from the first to the last. */
export function resample(
  rows: readonly Point[],
  unit: CalendarUnit,
  input: SeriesInput,
  most: number,
): { readonly points: readonly Point[]; readonly emptyUnits: number } {
  const groups = new Map<number, number[]>();
  for (const { t, y } of rows) {
    const index = unitOf(t, unit);
    const group = groups.get(index);
    if (group === undefined) groups.set(index, [y]);
    else group.push(y);
  }
  const own = [...groups.keys()];
  const [first = 0, last = first - 1] = [own[0], own.at(-1)];
  const whole = countsNone(input) ? last - first + 1 : own.length;
  if (whole > most) throw tooLong(whole);
  const units = countsNone(input) ? Array.from({ length: whole }, (_, i) => first + i) : own;
  const make = aggregates[input.aggregate];
  return {
    points: units.map((index) => ({ t: startOf(index, unit), y: make(groups.get(index) ?? []) })),
    emptyUnits: whole - own.length,
  };
}

export const tooLong = (values: number): AppError =>
  new AppError('too_complex', `Filled, the series would have ${values} values.`, {
    fix: "Choose a longer unit in 'every'.",
  });
