import type { CalendarUnit, DatasetColumn } from '@columnist/contract';
import { addsUp } from './adds-up.ts';
import type { Field } from './test-question.ts';

/** One value of each unit of time, and what makes it. */
export interface Sampling {
  readonly every: CalendarUnit;
  readonly aggregate: 'mean' | 'sum';
}

const second = 1000;
const units = [
  ['day', 86_400 * second],
  ['hour', 3600 * second],
  ['minute', 60 * second],
] as const satisfies readonly (readonly [CalendarUnit, number])[];
/** With fewer values a line shows nothing: the next shorter unit is taken. */
const fewestValues = 8;
/** So many rows of a unit on average are several. */
const several = 1.5;

const momentOf = (cell: DatasetColumn['low']): number =>
  typeof cell === 'string'
    ? Date.parse(cell.length === 10 || /Z$|[+-]\d\d:?\d\d$/.test(cell) ? cell : `${cell}Z`)
    : NaN;

/**
 * How a number is shown over time at first where a unit of time has several rows: a line through
 * all of them would go up and down within one moment. Null where each moment has one row at even
 * steps, as measurements have, and where nothing is known of the moments.
 */
export function firstSampling(value: DatasetColumn, time: DatasetColumn): Sampling | null {
  const rows = time.picture?.n ?? 0;
  const span = momentOf(time.high) - momentOf(time.low);
  if (time.type !== 'datetime' || time.distinct === null || !(span > 0)) return null;
  const isEven = rows === time.distinct && (span / (rows - 1)) % (60 * second) === 0;
  if (isEven) return null;
  const distinct = time.distinct;
  const every = units.find(([unit, length]) => {
    const values = Math.min(distinct, Math.floor(span / length) + 1);
    const isFit =
      time.storage === 'DATE' ? unit === 'day' && distinct >= 3 : values >= fewestValues;
    return isFit && rows >= several * values;
  });
  return every === undefined
    ? null
    : { every: every[0], aggregate: addsUp(value) ? 'sum' : 'mean' };
}

/** The same, of the columns that a question names. */
export function samplingOf(
  fields: Readonly<Record<string, Field>>,
  columns: readonly DatasetColumn[],
): Sampling | null {
  const [value, time] = [fields['value'], fields['time']].map((name) =>
    columns.find((column) => column.name === name),
  );
  return value === undefined || time === undefined ? null : firstSampling(value, time);
}

/** Whether a question is sampled as it would be at first; null leaves the rows as they are. */
export const isSampled = (
  { every = '', aggregate }: Readonly<Record<string, Field>>,
  first: Sampling | null,
): boolean =>
  first === null ? every === '' : every === first.every && aggregate === first.aggregate;

/** Why each unit of time has one value, and of what kind, in a sentence. */
export function saySampling({ every, aggregate }: Sampling, value: string, time: string): string {
  const kind = aggregate === 'sum' ? 'amounts, which add up' : 'measures, which do not add up';
  return (
    `${saySeveral(every, time)}, so each ${every} is shown by the ${aggregate} of its rows: ` +
    `the values of ${value} are taken for ${kind}.`
  );
}

export const saySeveral = (every: CalendarUnit, time: string): string =>
  `${time} has several rows for ${every === 'hour' ? 'an' : 'a'} ${every}`;
