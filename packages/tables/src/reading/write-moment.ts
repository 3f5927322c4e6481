import {
  afterNoon,
  monthNames,
  weekdayNames,
  yearPivot,
  type DateField,
  type DateFormat,
} from '@columnist/contract';
import type { Layers, Part } from '../database/layers.ts';
import { literal } from '../database/sql.ts';
import { isDay } from './is-day.ts';

/**
 * The moment that a text says in the way of its format, NULL where it says none. The text is a
 * column. A time of day alone is one of the first day of 2000.
 */
export function writeMoment(text: Part, { form, fields }: DateFormat, layers: Layers): Part {
  const found = layers.hoist({
    ...text,
    text: `regexp_extract(${text.text}, ${literal(form)}, [${fields.map((_, i) => `'f${i}'`).join(', ')}])`,
  });
  // Once as columns: the database would write out each mention of the whole.
  const columns = new Map(
    [...new Set(fields)].map((field) => [
      field,
      layers.hoist({
        ...found,
        text: `nullif(concat(${fields.flatMap((one, i) => (one === field ? [`${found.text}.f${i}`] : [])).join(', ')}), '')`,
      }),
    ]),
  );
  const has = (field: DateField): boolean => fields.includes(field);
  const group = (field: DateField): string => columns.get(field)?.text ?? 'null';
  const level = found.level + 1;
  const whole = (field: DateField): string => `try_cast(${group(field)} as bigint)`;
  const epoch = has('unix')
    ? `try_cast(${group('unix')} as double) * 1000000`
    : has('unix milliseconds')
      ? `${whole('unix milliseconds')} * 1000`
      : null;
  if (epoch !== null) return { values: [], level, text: `make_timestamp((${epoch})::bigint)` };
  const name = `lower(rtrim(${group('month name')}, '.'))`;
  const short = whole('short year');
  const hasYear = has('year') || has('short year');
  const year = !hasYear
    ? '2000'
    : `coalesce(${has('year') ? whole('year') : 'null'}, ${has('short year') ? `${short} + if(${short} < ${yearPivot}, 2000, 1900)` : 'null'})`;
  const month =
    has('month') || has('month name')
      ? `coalesce(${has('month') ? whole('month') : 'null'}, ${has('month name') ? monthOf(name) : 'null'})`
      : '1';
  const second = has('second')
    ? `coalesce(try_cast(${group('second')} as double), 0)`
    : '0::double';
  const hoist = (part: string): string => layers.hoist({ values: [], level, text: part }).text;
  // A format with a year in it may be one of a month too, whose day is its first.
  const dayOf = !has('day') ? '1' : hasYear ? `coalesce(${whole('day')}, 1)` : whole('day');
  const date = [hoist(year), hoist(month), hoist(dayOf)] as const;
  const parts = [
    ...date,
    hourOf(has, whole, group),
    has('minute') ? `coalesce(${whole('minute')}, 0)` : '0',
    second,
  ];
  const made: Part = {
    values: [],
    level: level + 1,
    text: `try(case when ${isDay(...date)} then make_timestamp(${parts.join(', ')}) end)`,
  };
  const local = has('weekday') ? onItsDay(layers.hoist(made), group('weekday')) : made;
  return has('zone') ? { ...local, text: `(${local.text} - ${aheadOf(group('zone'))})` } : local;
}

/** A moment on its weekday; NULL where it is on another. */
const onItsDay = (moment: Part, weekday: string): Part => ({
  ...moment,
  text:
    `(case when ${weekday} is null or contains(${literal(weekdays)}, ` +
    `concat('\n', lower(${weekday}), '=', isodow(${moment.text}), '\n')) then ${moment.text} end)`,
});
const weekdays = `\n${weekdayNames()
  .flatMap((names, i) => names.map((name) => `${name}=${i + 1}`))
  .join('\n')}\n`;

/** How far a zone is ahead of UTC; nothing where none is written, NULL where there is no such one. */
const aheadOf = (zone: string): string => {
  const hours = `try_cast(regexp_extract(${zone}, '^[+-]([0-9]{1,2})', 1) as integer)`;
  const minuteForm = literal('^[+-](?:[0-9]{2}:?|[0-9]:)([0-9]{2})$');
  const minutes = `coalesce(try_cast(regexp_extract(${zone}, ${minuteForm}, 1) as integer), 0)`;
  return `(case when ${zone} is null or ${zone} in ('Z', 'UTC', 'GMT') then to_minutes(0) when ${hours} < 24 and ${minutes} < 60 then to_minutes(if(starts_with(${zone}, '-'), -1, 1) * (${hours} * 60 + ${minutes})) end)`;
};

/** Of a half day, 12 means 0; an hour beyond it is none. */
function hourOf(
  has: (field: DateField) => boolean,
  whole: (field: DateField) => string,
  group: (field: DateField) => string,
): string {
  const field = has('half-day hour') ? 'half-day hour' : 'hour';
  if (!has(field)) return '0';
  // Without a date the hour alone says whether anything was found.
  const hour = has('year') || has('short year') ? `coalesce(${whole(field)}, 0)` : whole(field);
  if (!has('half')) return hour;
  const half = group('half');
  return (
    `(case when ${half} is null then ${hour} when ${hour} between 1 and 12 ` +
    `then ${hour} % 12 + if(regexp_matches(${half}, ${literal(afterNoon)}), 12, 0) end)`
  );
}

/** The names of each month in the languages, a line each, in parts of one length. */
const linesOfMonths = monthNames().map((names) => `\n${names.join('\n')}\n`);
const partLength = Math.max(...linesOfMonths.map(({ length }) => length)) + 1;
const months = linesOfMonths.map((lines) => lines.padEnd(partLength, '=')).join('');

/**
 * The number of the month of that name, NULL where there is none: by its place in one text, as a
 * branch for each of hundreds of names, in each of thousands of columns, is planned for seconds.
 */
const monthOf = (name: string): string =>
  `(nullif(strpos(${literal(months)}, '\n' || ${name} || '\n'), 0) - 1) // ${partLength} + 1`;
