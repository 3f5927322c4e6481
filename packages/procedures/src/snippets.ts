import type { ValueType } from '@columnist/contract';
import { quotedText } from '@columnist/tables/code/quoted-text';

/** A text as both languages write it. */
export const quoted = quotedText;
export const rTexts = (texts: readonly string[]): string => `c(${texts.map(quoted).join(', ')})`;
export const pythonTexts = (texts: readonly string[]): string =>
  `[${texts.map(quoted).join(', ')}]`;

/** A column's values as their names are written in answers. */
export const rLabels = (column: string, type: ValueType): string => {
  const d = `d[[${quoted(column)}]]`;
  if (type === 'boolean') return `tolower(as.character(${d}))`;
  return type === 'datetime' ? `format(${d}, "%Y-%m-%dT%H:%M:%S")` : `as.character(${d})`;
};

const pythonLabel: Readonly<Record<ValueType, string>> = {
  number: 'repr(float(v)).removesuffix(".0")',
  boolean: 'str(bool(v)).lower()',
  date: 'v.strftime("%Y-%m-%d")',
  datetime: 'v.strftime("%Y-%m-%dT%H:%M:%S")',
  time: 'v',
  text: 'v',
  missing: 'v',
};
export const pythonLabels = (column: string, type: ValueType): string =>
  `[None if pd.isna(v) else ${pythonLabel[type]} for v in d[${quoted(column)}]]`;
