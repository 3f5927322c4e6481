import { monthNames, yearPivot, type DateField, type DateFormat } from '@columnist/contract';
import type { Layers, Part } from '../database/layers.ts';
import { literal } from '../database/sql.ts';

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
  if (has('unix'))
    return {
      values: [],
      level,
      text: `make_timestamp((try_cast(${group('unix')} as double) * 1000000)::bigint)`,
    };
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
  const parts = [
    year,
    month,
    has('day') ? whole('day') : '1',
    hourOf(has, whole, group),
    has('minute') ? `coalesce(${whole('minute')}, 0)` : '0',
    second,
  ];
  return { values: [], level, text: `try(make_timestamp(${parts.join(', ')}))` };
}

/** Of a half day, 12 means 0; an hour beyond it is none. */
function hourOf(
  has: (field: DateField) => boolean,
  whole: (field: DateField) => string,
  group: (field: DateField) => string,
): string {
  const field = has('half-day hour') ? 'half-day hour' : 'hour';
  if (!has(field)) return '0';
  const hour = `coalesce(${whole(field)}, 0)`;
  if (!has('half')) return hour;
  return `(case when ${group('half')} is null then ${hour} when ${hour} between 1 and 12 then ${hour} % 12 + if(lower(${group('half')}) like 'p%', 12, 0) end)`;
}

const monthOf = (name: string): string =>
  `(case ${name} ${monthNames()
    .flatMap((names, i) => names.map((one) => `when ${literal(one)} then ${i + 1}`))
    .join(' ')} end)`;
