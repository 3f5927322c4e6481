import { AppError, findColumn, looksLikeId, type View } from '@columnist/contract';
import type { Connection } from '@columnist/tables/database/connection';
import type { FieldColumn } from '@columnist/tables/table/table-column';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { TableReader } from '@columnist/tables/views/table-reader';
import { col, txt } from '../alerts/say-alert.ts';
import { unfit } from '../finding.ts';
import { mostValues } from '../read-counts.ts';
import type { RecommendInput } from './advised.ts';

/**
 * What a column is to a test: `two` values, a `category` of several, a number of `few` whole values
 * such as grades or small counts, a `number` that measures, or a `time`.
 */
export type Kind = 'two' | 'category' | 'few' | 'number' | 'time';

export interface Column {
  readonly name: string;
  readonly kind: Kind;
  /** Whether it is kept as a number, whatever it is to a test. */
  readonly isNumber: boolean;
  readonly distinct: number;
  /** Whole numbers from 0, as counts are. */
  readonly countsLike: boolean;
  /** A number of years, each once. */
  readonly isYears: boolean;
}

/** Of so many whole values at most, each several times, the steps between them are all there is. */
const fewValues = 7;
const perValue = 3;
const yearName = /(^|[^a-z])(year|jahr|ann[eé]e|año)s?$/i;

/**
 * Both columns under the view. Throws unknown_column, and invalid_input for what no test compares:
 * free texts, identifiers, times of day.
 */
export async function factsOf(
  connection: Connection,
  table: TableRef,
  { value, by, view }: Pick<RecommendInput, 'value' | 'by' | 'view'>,
): Promise<readonly [Column, Column]> {
  const reader = await TableReader.open(connection, table.parquet, table.columns, view, [
    value,
    by,
  ]);
  const read = async (name: string, field: string): Promise<Column> => {
    const column = findColumn(reader.columns, name);
    const counts = await countsOf(reader, column);
    if (column.type === 'text' && counts.distinct > mostValues)
      await refuseNumbersAsTexts(connection, table, view, name, field);
    return columnOf(counts, column, field);
  };
  return [await read(value, 'value'), await read(by, 'by')];
}

/** The share of texts from which on they are numbers to which something was written. */
const mostlyNumbers = 0.9;

/** Throws invalid_input, with the step that reads them, for numbers with units, signs or currencies. */
async function refuseNumbersAsTexts(
  connection: Connection,
  table: TableRef,
  view: RecommendInput['view'],
  name: string,
  field: string,
): Promise<void> {
  // The step comes before what a view derives.
  if (view?.derive?.some((one) => one.name === name) === true) return;
  const texts = await TableReader.open(connection, table.parquet, table.columns, view, [name]);
  const column = findColumn(texts.columns, name);
  const { n } = await countsOf(texts, column);
  const [[unit] = []] = await texts.rows(
    `select mode(regexp_extract(trim(${column.field}), '^[-+]?\\d[\\d.,]*\\s*(\\D{1,12})$', 1)) from ${texts.source}`,
  );
  const made = `${name} as number`;
  const ways: { readonly view: View; readonly as: string }[] = [
    { view: { clean: [{ step: 'parse_numbers', columns: [name] }] }, as: name },
    ...(typeof unit !== 'string' || unit === ''
      ? []
      : [
          {
            view: {
              derive: [
                { name: made, expression: `to_number(replace(${col(name)}, ${txt(unit)}, ''))` },
              ],
            },
            as: made,
          },
        ]),
  ];
  for (const way of ways) {
    const both = {
      ...view,
      clean: [...(view?.clean ?? []), ...(way.view.clean ?? [])],
      derive: [...(view?.derive ?? []), ...(way.view.derive ?? [])],
    };
    if ((await presentIn(connection, table, both, way.as)) >= mostlyNumbers * n)
      throw unfit(
        `'${name}' holds numbers that are written as texts, with a sign or a unit.`,
        field,
        `Read them as numbers with a view: ${JSON.stringify(way.view)}.`,
      );
  }
}

/** How many values a column has under a view; none where not one of its texts can be read. */
async function presentIn(
  connection: Connection,
  table: TableRef,
  view: View,
  name: string,
): Promise<number> {
  try {
    const read = await TableReader.open(connection, table.parquet, table.columns, view, [name]);
    return (await countsOf(read, findColumn(read.columns, name))).n;
  } catch (error) {
    if (error instanceof AppError && error.code === 'wrong_column_type') return 0;
    throw error;
  }
}

interface Counted {
  readonly n: number;
  readonly distinct: number;
  readonly whole: boolean;
  readonly least: number;
  readonly most: number;
}

async function countsOf(reader: TableReader, { type, field }: FieldColumn): Promise<Counted> {
  const numbers =
    type === 'number'
      ? `coalesce(bool_and(isfinite(${field}::double) and ${field}::double = floor(${field}::double)), false), min(${field})::double, max(${field})::double`
      : 'false, 0::double, 0::double';
  const [row = []] = await reader.rows(
    `select count(${field})::double, count(distinct ${field})::double, ${numbers} from ${reader.source}`,
  );
  const [n, distinct, whole, least, most] = row;
  return {
    n: Number(n),
    distinct: Number(distinct),
    whole: whole === true,
    least: Number(least),
    most: Number(most),
  };
}

function columnOf(
  { n, distinct, whole, least, most }: Counted,
  { name, type, storage }: FieldColumn,
  field: string,
): Column {
  if (n >= 10 && distinct === n && type !== 'datetime' && looksLikeId(name, type, storage))
    throw unfit(
      `'${name}' looks like an identifier: every row has another value, which tells rows apart and measures nothing.`,
      field,
      'Name a column that measures or groups.',
    );
  if (type === 'text' && distinct > mostValues)
    throw unfit(
      `'${name}' holds free text: ${distinct} different values, which are neither numbers nor groups.`,
      field,
      'Derive a number or a group from it with a view, such as length(text) or contains(text, "word").',
    );
  if (storage === 'TIME')
    throw unfit(
      `'${name}' holds times of day, which begin again every day.`,
      field,
      'Derive a number from it with a view, such as hour(time).',
    );
  const isNumber = type === 'number';
  const isYears =
    isNumber &&
    whole &&
    distinct === n &&
    n > 2 &&
    least >= 1000 &&
    most < 3000 &&
    yearName.test(name);
  const isFew =
    isNumber && whole && distinct > 2 && distinct <= fewValues && n >= perValue * distinct;
  return {
    name,
    isNumber,
    distinct,
    countsLike: isNumber && whole && least >= 0,
    isYears,
    kind:
      type === 'datetime'
        ? 'time'
        : distinct === 2
          ? 'two'
          : isNumber
            ? isFew
              ? 'few'
              : 'number'
            : 'category',
  };
}
