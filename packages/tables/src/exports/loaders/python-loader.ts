import { orderOf } from '../left-out.ts';
import { decimalOf, type FieldColumn } from '../../table/table-column.ts';
import type { LoadedColumn } from './r-loader.ts';

/** A text as Python writes it; JSON's escapes are Python's. */
const text = (value: string): string =>
  JSON.stringify(value).replaceAll(/[\u007f-\u{10ffff}]/gu, (sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });

/** Code in Python with pandas that reads rows.csv with the types and labels of its columns. */
export function pythonLoader(columns: readonly LoadedColumn[]): string {
  const uses = columns.some(
    ({ column, isExact }) => decimalOf(column.storage) !== null && !isExact,
  );
  const lines = columns.flatMap(({ column, isExact }) => {
    const at = `rows[${text(column.name)}]`;
    const read = conversion(column, isExact, at);
    return read === null ? [] : [`${at} = ${read}`];
  });
  const kept = <Value>(
    of: (column: FieldColumn) => Value | undefined,
    write: (value: Value) => string,
  ) =>
    columns.flatMap(({ column }) => {
      const value = of(column);
      return value === undefined ? [] : [`    ${text(column.name)}: ${write(value)},`];
    });
  const labels = kept(({ label }) => label, text);
  const units = kept(({ unit }) => unit, text);
  const descriptions = kept(({ description }) => description, text);
  const levels = kept(
    (column) => orderOf(column).levels,
    (said) => `[${said.map(text).join(', ')}]`,
  );
  const references = kept((column) => orderOf(column).reference, text);
  const values = kept(
    ({ value_labels: said }) => said,
    (said) =>
      `{${said.map(({ value, label }) => `${typeof value === 'string' ? text(value) : String(value)}: ${text(label)}`).join(', ')}}`,
  );
  const attribute = (name: string, entries: readonly string[]): string[] =>
    entries.length === 0 ? [] : [`rows.attrs["${name}"] = {`, ...entries, '}'];
  return [
    '# Reads rows.csv, in the same folder, with the types and labels of its columns.',
    ...(uses ? ['from decimal import Decimal', ''] : []),
    'import pandas as pd',
    '',
    'rows = pd.read_csv("rows.csv", dtype=str, keep_default_na=False, na_values=[""], encoding="utf-8")',
    ...lines,
    ...attribute('labels', labels),
    ...attribute('units', units),
    ...attribute('descriptions', descriptions),
    ...attribute('value_labels', values),
    ...attribute('levels', levels),
    ...attribute('references', references),
    '',
  ].join('\n');
}

/**
 * Through NumPy: `to_datetime` takes the form of the first text for all of them, and pandas before 2
 * knows the years 1678 to 2261 alone. With it, this ends with an error that names the value.
 */
const moments = (texts: string): string =>
  `pd.Series(${texts}.fillna("NaT").astype(object).to_numpy().astype("datetime64[us]"))`;

/** Categories in the order that was set, and then those that it does not name, as they come. */
const categoriesOf = (levels: readonly string[] | undefined, at: string): string =>
  levels === undefined
    ? '"category"'
    : `pd.CategoricalDtype(list(dict.fromkeys([${levels.map(text).join(', ')}, *${at}.dropna()])))`;

function conversion(column: FieldColumn, isExact: boolean, at: string): string | null {
  const { storage, type } = column;
  switch (storage) {
    case 'BOOLEAN':
      return `${at}.map({"true": True, "false": False}).astype("boolean")`;
    case 'DATE':
    case 'TIMESTAMP':
      return moments(at);
    case 'TIMESTAMPTZ':
      return `${moments(`${at}.str.rstrip("Z")`)}.dt.tz_localize("UTC")`;
    case 'TIME':
      return `pd.to_timedelta(${at})`;
    case 'BIGINT':
      return `pd.array([pd.NA if pd.isna(x) else int(x) for x in ${at}], dtype="Int64")`;
    case 'DOUBLE':
      return `${at}.astype(float)`;
    default:
      if (decimalOf(storage) !== null)
        return isExact ? `${at}.astype(float)` : `${at}.map(Decimal, na_action="ignore")`;
      return type === 'category'
        ? `${at}.astype(${categoriesOf(orderOf(column).levels, at)})`
        : `${at}.astype("string")`;
  }
}
