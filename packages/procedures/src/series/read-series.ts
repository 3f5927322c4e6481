import { AppError, type TimeSeriesOptions } from '@columnist/contract';
import { placeOf, relative, type Measured, type Scale } from '@columnist/statistics';
import type { Connection } from '@columnist/tables/database/connection';
import { momentOf } from '@columnist/tables/table/cells';
import { readValues } from '@columnist/tables/columns/read-values';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { unfit, type ReadRows } from '../finding.ts';
import { TableReader } from '@columnist/tables/views/table-reader';
import { day, momentAfter } from './calendar.ts';
import {
  spacingOfMoments,
  spacingOfNumbers,
  spacingOfUnits,
  type Spacing,
} from './find-spacing.ts';
import { requireApart } from './require-apart.ts';
import { resample, tooLong, type Point } from './resample.ts';
import { noteOfFilled } from './series-words.ts';

/** What every method of a series takes. */
export type SeriesInput = Pick<
  TimeSeriesOptions,
  'value' | 'time' | 'every' | 'aggregate' | 'gaps' | 'view'
>;

/** Values in the order of their time; NaN where a place of an even axis is empty. */
export interface Series extends ReadRows {
  readonly name: string;
  readonly time: string | null;
  readonly values: Float64Array;
  /** The same as `readNumbers` has them: for what depends on neither the place nor the unit. */
  readonly numbers: Float64Array;
  /** What the numbers mean. */
  readonly scale: Scale;
  /** Microseconds, numbers, or places from 1. */
  readonly times: Float64Array;
  /** A time as it is written in answers. */
  readonly label: (time: number) => string | number;
  /** Before gaps were filled. */
  readonly spacing: Spacing;
  readonly gaps: readonly {
    readonly after: string | number;
    readonly before: string | number;
    readonly missing: number;
  }[];
  /** Values that were filled in. */
  readonly filled: number;
  /** Units without rows whose count is 0: values in their own right, none that was filled in. */
  readonly emptyUnits: number;
  readonly moments: boolean;
}

const mostRows = 5_000_000;
const mostPoints = 200_000;

/** One column over time. Throws unknown_column, wrong_column_type, invalid_input, too_complex. */
export async function readSeries(
  connection: Connection,
  table: TableRef,
  input: SeriesInput,
): Promise<Series> {
  if (input.value === input.time)
    throw unfit('A column cannot be its own time.', 'time', 'Name another column.');
  if (input.time === undefined && input.every !== undefined)
    throw unfit(
      "Resampling needs a column of moments in 'time'.",
      'time',
      "Name the column, or leave 'every' out.",
    );
  const reader = await TableReader.open(
    connection,
    table.parquet,
    table.columns,
    input.view,
    input.time === undefined ? [input.value] : [input.value, input.time],
  );
  const [value, time] = reader.columns;
  if (value?.type !== 'number')
    throw new AppError(
      'wrong_column_type',
      `'${input.value}' is a ${value?.type ?? ''} column; a series needs numbers.`,
      { column: input.value, fix: 'Name a number column as value.' },
    );
  if (
    time !== undefined &&
    ((time.type !== 'datetime' && time.type !== 'number') || time.storage === 'TIME')
  )
    throw new AppError(
      'wrong_column_type',
      `'${time.name}' is ${time.storage === 'TIME' ? 'a time of day' : `a ${time.type} column`}; time needs moments or numbers.`,
      {
        column: time.name,
        fix: 'Name a column of dates, or read dates from it with to_date() in a view.',
      },
    );
  if (input.every !== undefined && time?.type !== 'datetime')
    throw unfit(
      `'${input.time ?? ''}' holds numbers, which have no ${input.every}s.`,
      'every',
      "Leave 'every' out.",
    );
  if ((await reader.rowCount()) > mostRows)
    throw new AppError('too_complex', 'These are too many rows for a series.', {
      fix: 'Choose fewer rows with a view, such as those of one year.',
    });
  const [read, ts] = await readValues(reader, reader.columns);
  const ys = read === undefined ? undefined : measuredFor(input, read);
  const scale = ys?.scale ?? plain;
  const rows: Point[] = [];
  const left = { 'value missing': 0, 'time missing': 0, infinite: 0 };
  ys?.values.forEach((y, row) => {
    const t = ts === undefined ? row + 1 : (ts.values[row] ?? NaN);
    if (Number.isNaN(t)) left['time missing'] += 1;
    else if (Number.isNaN(y)) left['value missing'] += 1;
    else if (!Number.isFinite(y) || !Number.isFinite(t)) left.infinite += 1;
    else
      rows.push({
        t: time?.type === 'number' && ts !== undefined ? placeOf(ts.scale, t) : t,
        y,
      });
  });
  if (time?.type === 'number' && ts !== undefined) requireApart(time.name, ts);
  const moments = time?.type === 'datetime';
  // Rows of one moment keep their order.
  const sorted = input.time === undefined ? rows : rows.toSorted((a, b) => a.t - b.t);
  const { points: own, emptyUnits } =
    input.every === undefined
      ? { points: sorted, emptyUnits: 0 }
      : resample(sorted, input.every, input, mostPoints);
  if (own.length < 3)
    throw unfit(
      `'${input.value}' has ${own.length} ${own.length === 1 ? 'value' : 'values'} here; a series needs at least three.`,
      'value',
      'Choose another column, another view, or a shorter unit.',
    );
  const times = Float64Array.from(own, ({ t }) => t);
  const spacing =
    input.every !== undefined
      ? spacingOfUnits(times, input.every)
      : moments
        ? spacingOfMoments(times)
        : spacingOfNumbers(times);
  const whole =
    input.gaps === 'keep'
      ? { times, values: Float64Array.from(own, ({ y }) => y), filled: 0 }
      : fill(input, times, own, spacing, -scale.origin * scale.perUnit);
  if (whole.values.length > mostPoints)
    throw new AppError('too_complex', `${whole.values.length} values are too many for a series.`, {
      fix: moments ? "Choose a longer unit in 'every'." : 'Choose fewer rows with a view.',
    });
  const label = labelOf(whole.times, moments, time?.storage ?? '');
  const gaps = gapsOf(times, spacing, label);
  return {
    name: input.value,
    time: input.time ?? null,
    ...whole,
    numbers: whole.values,
    values: whole.values.map((number) => placeOf(scale, number)),
    scale,
    emptyUnits,
    label,
    spacing,
    gaps,
    note: noteOfFilled(gaps, {
      filled: whole.filled,
      of: whole.values.length,
      by: input.gaps,
    }),
    moments,
    used: rows.length,
    excluded: Object.entries(left).flatMap(([reason, n]) => (n > 0 ? [{ reason, n }] : [])),
    missing:
      input.time === undefined ? 'rows with the value present' : 'rows with value and time present',
    effects: reader.effects,
  };
}

const plain: Scale = { origin: 0, perUnit: 1 };

/**
 * From a place among the values on; from 0 where the figure of a unit is no place among its values,
 * as their sum is.
 */
function measuredFor({ every, aggregate }: SeriesInput, read: Measured): Measured {
  if (every !== undefined && aggregate === 'count') return { values: read.values, scale: plain };
  const { values, scale } = relative(read);
  const fromZero = every !== undefined && aggregate === 'sum';
  return fromZero && scale.origin !== 0
    ? { values: read.values.map((value) => placeOf(read.scale, value)), scale: plain }
    : { values, scale };
}

/** Moments are written as dates where all of them are midnights. */
function labelOf(times: Float64Array, moments: boolean, storage: string): Series['label'] {
  if (!moments) return (time) => time;
  const isMidnight = (time: number): boolean => Math.round(time) % day === 0;
  // A column of dates has clocks too, where a value of each hour is made of it.
  const written = storage === 'DATE' ? 'TIMESTAMP' : storage;
  return times.every(isMidnight)
    ? (time) => momentOf(time, written).replace(/T00:00:00Z?$/, '')
    : (time) => momentOf(time, written);
}

function gapsOf(times: Float64Array, { places }: Spacing, label: Series['label']): Series['gaps'] {
  if (places === null) return [];
  return Array.from(places).flatMap((place, i) => {
    const missing = place - (places[i - 1] ?? place) - 1;
    return missing > 0
      ? [{ after: label(times[i - 1] ?? NaN), before: label(times[i] ?? NaN), missing }]
      : [];
  });
}

/** A value at every place of the even axis. */
function fill(
  { gaps, time }: SeriesInput,
  times: Float64Array,
  own: readonly Point[],
  { places, step, repeated }: Spacing,
  zero: number,
): Pick<Series, 'times' | 'values' | 'filled'> {
  const values = Float64Array.from(own, ({ y }) => y);
  if (time === undefined) return { times, values, filled: 0 };
  if (repeated > 0) throw severalAtOnce(repeated, time);
  if (places === null)
    throw unfit(
      `The moments of '${time}' have no common distance, so it is not known where a value is missing.`,
      'gaps',
      "Name a unit in 'every', or leave 'gaps' out.",
    );
  const last = places.at(-1) ?? 0;
  if (last >= mostPoints) throw tooLong(last + 1);
  const whole = new Float64Array(last + 1).fill(NaN);
  places.forEach((place, i) => (whole[place] = values[i] ?? NaN));
  const filledTimes = new Float64Array(last + 1);
  let [before, next] = [0, 0];
  for (let place = 0; place <= last; place++) {
    while ((places[next] ?? Infinity) < place) next += 1;
    if (places[next] === place) before = next;
    filledTimes[place] = gridTime(times, place, step);
    if (!Number.isNaN(whole[place] ?? NaN)) continue;
    const [left, right] = [values[before] ?? NaN, values[before + 1] ?? NaN];
    const share =
      (place - (places[before] ?? 0)) / ((places[before + 1] ?? 1) - (places[before] ?? 0));
    whole[place] =
      gaps === 'zero' ? zero : gaps === 'previous' ? left : left + share * (right - left);
  }
  return { times: filledTimes, values: whole, filled: whole.length - values.length };
}

/** The time of a place of the even axis. */
function gridTime(
  [first = 0, second = 0]: Float64Array,
  place: number,
  step: Spacing['step'],
): number {
  if (typeof step === 'number') return first + place * step;
  return step === null ? first + place * (second - first) : momentAfter(first, place, step);
}

export const severalAtOnce = (repeated: number, time: string): AppError =>
  unfit(
    `${repeated === 1 ? 'One row is' : `${repeated} rows are`} at the same moment of '${time}' as another.`,
    'every',
    "Bring them together: name a unit in 'every', such as day, and what to make of them in 'aggregate'; or choose the rows of one series with a view.",
  );
