import type { CalendarUnit } from '@columnist/contract';
import type { Assumption } from '../finding.ts';
import { articleOf, sayStep } from './calendar.ts';
import type { Series } from './read-series.ts';

/** 'a month', 'every 3 hours', 'a step of 0.5'. */
export const sayDistance = ({ spacing: { step } }: Series): string =>
  step === null
    ? 'uneven steps'
    : typeof step === 'number'
      ? `steps of ${String(Number(step.toPrecision(6)))}`
      : step.count === 1
        ? `one ${articleOf(step.unit)} ${step.unit}`
        : `one every ${sayStep(step)}`;

/** What slopes are over: a step of the axis. */
export const sayUnit = ({ spacing: { step }, time }: Series): string =>
  time === null
    ? 'a row'
    : step === null
      ? 'a day'
      : typeof step === 'number'
        ? 'a unit of time'
        : `${step.count === 1 ? articleOf(step.unit) : 'every'} ${sayStep(step)}`;

/** Whether neighbours are equally far apart, as most procedures take for granted. */
export function evenlySpaced(series: Series): Assumption {
  const { spacing, gaps, filled, emptyUnits, time } = series;
  const name = 'evenly spaced';
  const missing = gaps.reduce((sum, gap) => sum + gap.missing, 0);
  if (time === null)
    return {
      name,
      verdict: 'holds',
      said: 'No time is named: rows are taken to be equally far apart.',
    };
  if (filled > 0)
    return {
      name,
      verdict: filled > series.values.length / 10 ? 'doubtful' : 'holds',
      said: `${filled} of ${series.values.length} values were filled in.`,
    };
  if (spacing.places === null)
    return {
      name,
      verdict: 'doubtful',
      said: `Only ${spacing.even} of ${spacing.steps} steps are of the most frequent length. A value for each hour, day or month has even steps (every).`,
    };
  if (gaps.length > 0)
    return {
      name,
      verdict: 'doubtful',
      said: `${missing === 1 ? 'One value is missing and was' : `${missing} values are missing in ${gaps.length} ${gaps.length === 1 ? 'gap' : 'gaps'} and were`} passed over. They can be filled (gaps).`,
    };
  return {
    name,
    verdict: 'holds',
    said: `${sayDistance(series).replace(/^./, (letter) => letter.toUpperCase())}, none missing${emptyUnits === 0 ? '' : emptyUnits === 1 ? '; one has no rows and counts 0' : `; ${emptyUnits} have no rows and count 0`}.`,
  };
}

const unitIs = ({ spacing: { step } }: Series, unit: CalendarUnit): boolean =>
  step !== null && typeof step === 'object' && step.unit === unit && step.count === 1;

/**
 * A place of the cycle by its name: of months, weekdays, quarters and hours as people call them;
 * else its number.
 */
export function placeName(
  series: Series,
  i: number,
  period: number,
  length: 'short' | 'long' = 'short',
): string | number {
  const at = new Date((series.times[i] ?? 0) / 1000);
  const named = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }).format(at);
  if (period === 12 && unitIs(series, 'month')) return named({ month: length });
  if (period === 7 && unitIs(series, 'day')) return named({ weekday: length });
  if (period === 4 && unitIs(series, 'quarter'))
    return `quarter ${Math.floor(at.getUTCMonth() / 3) + 1}`;
  if (period === 24 && unitIs(series, 'hour')) return `${at.getUTCHours()}:00`;
  return (i % period) + 1;
}

/** The same in a sentence. */
export function placeIn(series: Series, i: number, period: number): string {
  const name = placeName(series, i, period, 'long');
  if (typeof name === 'number') return `at place ${name}`;
  return name.endsWith(':00') ? `at ${name}` : name.endsWith('day') ? `on ${name}s` : `in ${name}`;
}

export const sayAhead = ({ spacing: { step } }: Series, count: number): string =>
  step !== null && typeof step === 'object' && step.count === 1
    ? `${count} ${step.unit}s`
    : `${count} steps`;
