import { orderOf } from '../left-out.ts';
import { restored, takenAside } from '../../code/r-returns.ts';
import type { FieldColumn } from '../../table/table-column.ts';

export interface LoadedColumn {
  readonly column: FieldColumn;
  /** All numbers are 64-bit floats; else they are kept as text. */
  readonly isExact: boolean;
}

const text = (value: string): string =>
  `"${value
    .replaceAll(/[\\"]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(
      /[^\u0020-\u007e]/gu,
      (sign) => `\\U${(sign.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`,
    )}"`;

/** Labels of numbers: those of texts have no place in an attribute of R. */
export const numericLabels = ({ value_labels: all = [] }: FieldColumn) =>
  all.filter(({ value }) => typeof value === 'number');

/** Of which R keeps the levels in their order. */
export const isFactor = ({ type }: FieldColumn): boolean => type === 'category';

/** Levels in the order that was set, and then those that it does not name. */
function inOrder(column: FieldColumn, at: string): string {
  const { levels } = orderOf(column);
  return levels === undefined ? '' : `, levels = union(c(${levels.map(text).join(', ')}), ${at})`;
}

/** Code in R without packages that reads rows.csv with the types and labels of its columns. */
export function rLoader(columns: readonly LoadedColumn[], hasReturns: boolean): string {
  const lines = columns.flatMap(({ column, isExact }, i) => {
    const at = `rows[[${i + 1}]]`;
    const labels = numericLabels(column);
    const { reference } = orderOf(column);
    return [
      ...conversion(column, isExact, at),
      ...(column.label === undefined ? [] : [`attr(${at}, "label") <- ${text(column.label)}`]),
      ...(column.unit === undefined ? [] : [`attr(${at}, "unit") <- ${text(column.unit)}`]),
      ...(column.description === undefined
        ? []
        : [`attr(${at}, "description") <- ${text(column.description)}`]),
      ...(reference === undefined ? [] : [`attr(${at}, "reference") <- ${text(reference)}`]),
      ...(labels.length === 0
        ? []
        : [
            `attr(${at}, "labels") <- c(${labels.map(({ value, label }) => `${text(label)} = ${String(value)}`).join(', ')})`,
          ]),
    ];
  });
  return [
    '# Reads rows.csv, in the same folder, with the types and labels of its columns.',
    ...(hasReturns ? takenAside('rows.csv') : []),
    `rows <- read.csv(${hasReturns ? 'aside' : '"rows.csv"'}, colClasses = "character", check.names = FALSE, na.strings = "",`,
    '  encoding = "UTF-8", quote = "\\"", comment.char = "")',
    ...(hasReturns ? restored('rows') : []),
    ...lines,
    '',
  ].join('\n');
}

function conversion(column: FieldColumn, isExact: boolean, at: string): string[] {
  const { storage, type } = column;
  if (storage === 'BOOLEAN') return [`${at} <- ${at} == "true"`];
  if (storage === 'DATE') return [`${at} <- as.Date(${at})`];
  if (storage === 'TIMESTAMP' || storage === 'TIMESTAMPTZ')
    return [`${at} <- as.POSIXct(sub("Z$", "", ${at}), tz = "UTC", format = "%Y-%m-%dT%H:%M:%OS")`];
  if (storage === 'TIME')
    return [
      `${at} <- vapply(strsplit(${at}, ":"), function(part) sum(as.numeric(part) * c(3600, 60, 1)[seq_along(part)]), 0)`,
      `class(${at}) <- "difftime"`,
      `attr(${at}, "units") <- "secs"`,
    ];
  if (isFactor(column)) return [`${at} <- factor(${at}${inOrder(column, at)})`];
  if (type !== 'number') return [];
  if (!isExact)
    return [
      `# Some of its numbers have more digits than R keeps: they stay text (see bit64 or gmp).`,
    ];
  return [`${at} <- as.numeric(${at})`];
}
