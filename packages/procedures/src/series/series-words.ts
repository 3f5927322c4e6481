import type { CalendarUnit } from '@columnist/contract';
import type { Assumption, ReadRows } from '../finding.ts';
import { articleOf, sayStep } from './calendar.ts';
import type { Series, SeriesInput } from './read-series.ts';

/** 'a month', 'every 3 hours', 'a step of 0.5'. */
export const sayDistance = ({ spacing: { step } }: Series): string =>
  step === null
    ? 'uneven steps'
    : typeof step === 'number'
      ? `steps of ${String(Number(step.toPrecision(6)))}`
      : step.count === 1
        ? `one ${articleOf(step.unit)} ${step.unit}`
        : `one every ${sayStep(step)}`;

/** The same at the start of a sentence. */
const startOf = (series: Series): string =>
  sayDistance(series).replace(/^./, (letter) => letter.toUpperCase());

/** What slopes are over: a step of the axis. */
export const sayUnit = ({ spacing: { step }, time }: Series): string =>
  time === null
    ? 'a row'
    : step === null
      ? 'a day'
      : typeof step === 'number'
        ? 'a unit of time'
        : `${step.count === 1 ? articleOf(step.unit) : 'every'} ${sayStep(step)}`;

const fillings: Readonly<Record<SeriesInput['gaps'], string>> = {
  keep: '',
  linear: 'by a straight line between the neighbours',
  previous: 'by the value before',
  zero: 'by 0',
};
const gapsNamed = 3;
/** Up to this share of values that nobody measured, figures hardly depend on them. */
const fewFilled = 0.1;

/** What every method says of a series with values that nobody measured: how many, and where. */
export function noteOfFilled(
  gaps: Series['gaps'],
  {
    filled,
    of,
    by,
  }: { readonly filled: number; readonly of: number; readonly by: SeriesInput['gaps'] },
): ReadRows['note'] {
  if (filled === 0) return undefined;
  const sentence = `${filled} of ${of} values ${filled === 1 ? 'was' : 'were'} filled in ${fillings[by]}.`;
  const places = gaps
    .slice(0, gapsNamed)
    .map(({ after, before, missing }) => `${missing} between ${after} and ${before}`);
  const others = gaps.length - places.length;
  const where = [
    ...places,
    ...(others === 0 ? [] : [`others in ${others} ${others === 1 ? 'gap' : 'gaps'} more`]),
  ].join(', ');
  return {
    sentence,
    assumption: {
      name: 'values measured, not filled in',
      verdict: filled > of * fewFilled ? 'doubtful' : 'large_enough',
      said: `${sentence.slice(0, -1)}: ${where}. They count as if they had been measured.`,
    },
  };
}

/** Whether neighbours are equally far apart, as most procedures take for granted. */
export function evenlySpaced(series: Series): Assumption {
  const { spacing, gaps, filled, emptyUnits, time, values } = series;
  const name = 'evenly spaced';
  const missing = gaps.reduce((sum, gap) => sum + gap.missing, 0);
  if (time === null)
    return {
      name,
      verdict: 'holds',
      said: 'No time is named: rows are taken to be equally far apart.',
    };
  if (filled > 0)
    return { name, verdict: 'holds', said: `${startOf(series)}, where gaps are filled.` };
  if (spacing.repeated > 0)
    return {
      name,
      verdict: 'doubtful',
      said:
        `${spacing.repeated} of ${values.length} values ${spacing.repeated === 1 ? 'is' : 'are'} at the same moment as another. ` +
        'Where they are several series, ask each apart (by); otherwise one value for each hour, day or month (every).',
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
      said:
        missing === 1
          ? 'One value is missing and was passed over. It can be filled (gaps).'
          : `${missing} values are missing in ${gaps.length} ${gaps.length === 1 ? 'gap' : 'gaps'} and were passed over. They can be filled (gaps).`,
    };
  return {
    name,
    verdict: 'holds',
    said: `${startOf(series)}, none missing${emptyUnits === 0 ? '' : emptyUnits === 1 ? '; one has no rows and counts 0' : `; ${emptyUnits} have no rows and count 0`}.`,
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
