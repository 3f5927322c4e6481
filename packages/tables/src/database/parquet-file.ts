import { literal } from './sql.ts';

/** Name of the column that holds the 0-based row of the file. */
export const rowNumber = 'file_row_number';

/** What of a column decides how its values are read from the file. */
export interface KeptColumn {
  readonly type: string;
  /** How the file keeps it, where a person set its type. */
  readonly stored?: string;
  readonly value_labels?: readonly {
    readonly value: string | number | boolean | null;
    readonly label: string;
  }[];
}

/**
 * A Parquet file as a table of fields and row numbers. Columns that a person made categories give
 * texts: the labels of their values, else the values as they are written.
 */
export function fileOf(parquet: string, columns: readonly KeptColumn[]): string {
  const file = `read_parquet(${literal(parquet)}, file_row_number = true)`;
  const replaced = columns.flatMap((column, i) => {
    const field = `c${i + 1}`;
    const text = textOf(column, field);
    return text === field ? [] : [`${text} as ${field}`];
  });
  return replaced.length === 0 ? file : `(select * replace (${replaced.join(', ')}) from ${file})`;
}

function textOf({ type, stored, value_labels: labels = [] }: KeptColumn, field: string): string {
  if (stored === undefined || type !== 'category') return field;
  const text = plainText(stored, field);
  if (labels.length === 0) return text;
  const named = labels.map(
    ({ value, label }) => `when ${literal(String(value))} then ${literal(label)}`,
  );
  return `(case ${text} ${named.join(' ')} else ${text} end)`;
}

/** A value as answers write it: whole numbers without a point, decimals without zeros at the end. */
function plainText(stored: string, field: string): string {
  if (stored === 'VARCHAR') return field;
  if (stored === 'DOUBLE')
    return `(case when ${field} = trunc(${field}) and abs(${field}) < 1e15 then ${field}::bigint::varchar else ${field}::varchar end)`;
  if (stored.startsWith('DECIMAL('))
    return String.raw`regexp_replace(${field}::varchar, '(\.[0-9]*[1-9])0+$|\.0*$', '\1')`;
  return `${field}::varchar`;
}
