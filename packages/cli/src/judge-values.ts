import { needsBackticks, type DatasetColumn } from '@columnist/contract';

type Value = string | number | boolean;

/** A name as an expression has it. */
export const quoted = (name: string): string =>
  needsBackticks(name) ? `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '``')}\`` : name;

const textOf = (value: Value): string =>
  `'${String(value).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** A number, also where it is written as text. */
function numberOf(value: Value): number | null {
  if (typeof value === 'number') return value;
  const isText = typeof value === 'string' && value.trim() !== '';
  return isText && Number.isFinite(Number(value)) ? Number(value) : null;
}

const isDate = (value: Value): boolean =>
  typeof value === 'string' && /^\d{4}-\d{2}(?:-\d{2})?(?:[T ].*)?$/.test(value);

/** True for every row in which the column has a value. */
export const isThere = ({ name }: DatasetColumn): string => `${quoted(name)} is not missing`;

/**
 * True for the rows whose value breaks a bound. Numbers are compared as numbers and dates as dates,
 * also where the column holds other texts: a cell that is none breaks the bound. What a type cannot
 * be compared with is no expression.
 */
export function breaksBound(column: DatasetColumn, sign: '<' | '>', bound: Value): string {
  const name = quoted(column.name);
  const isText = column.type === 'text' || column.type === 'category';
  const number = numberOf(bound);
  const asRead = (read: string, to: string): string =>
    `${read} is missing and ${isThere(column)} or ${read} ${sign} ${to}`;
  if (column.type === 'datetime' && typeof bound === 'string')
    return `${name} ${sign} to_datetime(${textOf(bound)})`;
  if (number !== null)
    return isText ? asRead(`to_number(${name})`, String(number)) : `${name} ${sign} ${number}`;
  return isText && isDate(bound)
    ? asRead(`to_datetime(${name})`, `to_datetime(${textOf(bound)})`)
    : `${name} ${sign} ${textOf(bound)}`;
}

/** True for the rows whose value is none of these; those of another type are in no row. */
export function isNoneOf(column: DatasetColumn, values: readonly Value[]): string {
  const constants = values.flatMap((value): string[] => {
    const number = numberOf(value);
    switch (column.type) {
      case 'number':
        return number === null ? [] : [String(number)];
      case 'boolean':
        return /^(?:true|false)$/.test(String(value)) ? [String(value)] : [];
      case 'datetime':
        return isDate(value) ? [`to_datetime(${textOf(value)})`] : [];
      default:
        return [textOf(value)];
    }
  });
  return constants.length === 0
    ? isThere(column)
    : `${quoted(column.name)} not in (${constants.join(', ')})`;
}
