import { numberForms, numberLike } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../database/sql.ts';
import { allMissing } from './classify-values.ts';
import { oneOf } from './plain-reading.ts';

const percentage = /^[+-]?[0-9]+(?:[.,][0-9]+)?\s?%$/;

/** Signs and codes of currencies that an amount may be beside. */
const currencies = ['$', '€', '£', '¥', 'USD', 'EUR', 'GBP', 'CHF'];

export interface NumberColumn {
  readonly field: string;
  readonly name: string;
  /**
   * What is beside every number of the column: a currency, or % (such a column is not read as
   * numbers, but shows the mark of the file).
   */
  readonly beside: string | null;
}

/**
 * How many cells of a number column can be read with a decimal comma, with a decimal point, and
 * with one of them alone.
 */
export interface MarkEvidence extends NumberColumn {
  readonly present: number;
  readonly comma: number;
  readonly point: number;
  readonly commaAlone: number;
  readonly pointAlone: number;
  /** Cells that hold a point, a comma, and another sign between thousands. */
  readonly dotted: number;
  readonly commaed: number;
  readonly spaced: number;
  /** Cells that begin with a plus sign. */
  readonly signed: number;
  /**
   * A cell that holds a point or a comma; one that can be read with a comma alone; one with a point
   * alone.
   */
  readonly example: string;
  readonly commaExample: string;
  readonly pointExample: string;
}

/** SQL of a cell without what is beside its number. */
const bare = ({ field, beside }: NumberColumn): string =>
  beside === null
    ? `trim(${field})`
    : `replace(replace(trim(${field}), ${literal(beside)}, ''), ' ', '')`;

/**
 * SQL of a cell as a plain number, given its decimal mark; a plus sign before it says nothing and
 * is left out.
 */
export const plainNumber = (column: NumberColumn, mark: ',' | '.'): string => {
  const number = `ltrim(${bare(column)}, '+')`;
  return mark === ','
    ? `replace(regexp_replace(${number}, ${literal(numberForms.comma.group)}, '', 'g'), ',', '.')`
    : `regexp_replace(${number}, ${literal(numberForms.point.group)}, '', 'g')`;
};

/** The column as numbers, by the present cells of a sample; null where it holds something else. */
export function numberColumnOf(
  field: string,
  name: string,
  present: readonly string[],
): NumberColumn | null {
  const nearlyAll = (test: RegExp): boolean =>
    present.filter((cell) => test.test(cell)).length >= 0.9 * present.length;
  if (present.length === 0) return null;
  if (nearlyAll(numberLike)) return { field, name, beside: null };
  if (nearlyAll(percentage)) return { field, name, beside: '%' };
  const currency = currencies.find((sign) =>
    present.every((cell) => cell.includes(sign) && numberLike.test(cell.replace(sign, '').trim())),
  );
  return currency === undefined ? null : { field, name, beside: currency };
}

const threeDigits = /^[+-]?[1-9][0-9]{0,2}(?:\.[0-9]{3})+$/;

/**
 * Whether the numbers of a sample can only be read once all cells are looked at: they hold commas
 * or other signs between
 * thousands, or points that may be either, with no cell that shows which (or against the mark that
 * is stated).
 */
export function asksForMarks(
  samples: readonly (readonly string[])[],
  stated: '.' | ',' | undefined,
): boolean {
  const cells = samples.flat();
  if (cells.some((cell) => /[,'’ \u00a0\u202f]|\..*\./.test(cell))) return true;
  const dotted = cells.filter((cell) => cell.includes('.'));
  return stated === '.'
    ? false
    : stated === ','
      ? dotted.length > 0
      : dotted.length > 0 && dotted.every((cell) => threeDigits.test(cell));
}

/** Columns asked in one query; planning it takes a time that grows faster than their number. */
const batchSize = 100;

/** Asks all cells of the columns. */
export async function askForMarks(
  connection: DuckDBConnection,
  table: string,
  columns: readonly NumberColumn[],
): Promise<MarkEvidence[]> {
  const evidence: MarkEvidence[] = [];
  for (let start = 0; start < columns.length; start += batchSize) {
    const batch = columns.slice(start, start + batchSize);
    const [answers = []] = (
      await connection.runAndReadAll(`select ${batch.flatMap(questions).join(', ')} from ${table}`)
    ).getRows();
    batch.forEach((column, i) => {
      const own = answers.slice(12 * i, 12 * i + 12);
      const [
        present = 0,
        comma = 0,
        point = 0,
        commaAlone = 0,
        pointAlone = 0,
        dotted = 0,
        commaed = 0,
        spaced = 0,
        signed = 0,
      ] = own.slice(0, 9).map(Number);
      const [example = '', commaExample = '', pointExample = ''] = own
        .slice(9)
        .map((cell) => String(cell ?? '').slice(0, 40));
      evidence.push({
        ...column,
        present,
        comma,
        point,
        commaAlone,
        pointAlone,
        dotted,
        commaed,
        spaced,
        signed,
        example,
        commaExample,
        pointExample,
      });
    });
  }
  return evidence;
}

function questions(column: NumberColumn): string[] {
  const { field, beside } = column;
  const text = bare(column);
  const present = `(${field} is not null and trim(${field}) <> '' and not ${oneOf(`trim(${field})`, allMissing)})`;
  const is = (form: string): string =>
    `(regexp_full_match(${text}, ${literal(form)})${beside === null ? '' : ` and contains(${field}, ${literal(beside)})`})`;
  const [comma, point] = [is(numberForms.comma.form), is(numberForms.point.form)];
  const has = (sign: string): string => `contains(${text}, ${literal(sign)})`;
  const counted = [
    present,
    comma,
    point,
    `${comma} and not ${point}`,
    `${point} and not ${comma}`,
    has('.'),
    has(','),
    `regexp_matches(${text}, ${literal(String.raw`['’ \x{00a0}\x{202f}]`)})`,
    `starts_with(${text}, '+')`,
  ];
  const cells = [
    `(${has('.')} or ${has(',')})`,
    `${comma} and not ${point}`,
    `${point} and not ${comma}`,
  ];
  return [
    ...counted.map((condition) => `count_if(${present} and ${condition})::double`),
    ...cells.map((condition) => `min(case when ${present} and ${condition} then ${text} end)`),
  ];
}
