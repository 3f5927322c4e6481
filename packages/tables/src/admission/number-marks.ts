import { groupSigns, groupSignsInSql, lakhForm } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { askColumns } from '../database/ask-columns.ts';
import type { Layers } from '../database/layers.ts';
import { literal } from '../database/sql.ts';
import { isMissing } from './missing-words.ts';
import {
  bareNumber,
  hasDash,
  hasMinusBehind,
  isNumber,
  withoutBeside,
  type NumberColumn,
} from './number-writing.ts';

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
  /** Cells that are negative by another sign than a hyphen before them. */
  readonly negatives: number;
  /** Those of them with a minus behind the number, and cells with a dash in place of decimals. */
  readonly behind: number;
  readonly dashed: number;
  /** Cells with such a sign, or with other signs around the number that are left out. */
  readonly untidy: number;
  /** Cells with groups of two digits as in India, and with groups of three alone. */
  readonly lakhs: number;
  readonly thousands: number;
  /**
   * A cell that holds a point or a comma, as it is written; one that can be read with a comma alone; one with a point
   * alone.
   */
  readonly example: string;
  readonly negativeExample: string;
  readonly behindExample: string;
  readonly dashedExample: string;
  readonly commaExample: string;
  readonly pointExample: string;
}

const commaOrGroups = new RegExp(String.raw`[,${groupSigns}]|\..*\.|^\+`);
const threeDigits = /^[+-]?[1-9][0-9]{0,2}(?:\.[0-9]{3})+$/;

/**
 * Whether the numbers of a sample can only be read once all cells are looked at: they hold commas
 * or other signs between thousands, a plus sign, or points that may be either, with no cell that
 * shows which (or against the mark that is stated).
 */
export function asksForMarks(
  samples: readonly (readonly string[])[],
  stated: '.' | ',' | undefined,
): boolean {
  const cells = samples.flat();
  if (cells.some((cell) => commaOrGroups.test(cell))) return true;
  const dotted = cells.filter((cell) => cell.includes('.'));
  return stated === '.'
    ? false
    : stated === ','
      ? dotted.length > 0
      : dotted.length > 0 && dotted.every((cell) => threeDigits.test(cell));
}

/** Asks all cells of the columns. */
export async function askForMarks(
  connection: DuckDBConnection,
  table: string,
  columns: readonly NumberColumn[],
): Promise<MarkEvidence[]> {
  const answers = await askColumns(connection, table, columns, (column, field, layers) =>
    questionsOf({ ...column, field }, layers),
  );
  return columns.map((column, i) => {
    const own = answers[i] ?? [];
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
      lakhs = 0,
      thousands = 0,
      negatives = 0,
      untidy = 0,
      behind = 0,
      dashed = 0,
    ] = own.slice(0, 15).map(Number);
    const [
      example = '',
      commaExample = '',
      pointExample = '',
      negativeExample = '',
      behindExample = '',
      dashedExample = '',
    ] = own.slice(15).map((cell) => String(cell ?? '').slice(0, 40));
    return {
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
      lakhs,
      thousands,
      negatives,
      untidy,
      behind,
      dashed,
      example,
      commaExample,
      pointExample,
      negativeExample,
      behindExample,
      dashedExample,
    };
  });
}

const thousandsForm = String.raw`[+-]?(?:[0-9]{3},[0-9]{3}|[0-9]{1,3}(?:,[0-9]{3}){2,})(?:\.[0-9]*)?`;

/** SQL of the figures over all cells; one step after the other, so that each pattern is tried once. */
function questionsOf(column: NumberColumn, layers: Layers): string[] {
  const { loose } = column;
  const hoist = (made: string, level: number): string =>
    layers.hoist({ text: made, values: [], level }).text;
  // Cells without the spaces around them, as a number, and without what is beside it.
  const cell = hoist(`trim(${column.field})`, 0);
  const text = hoist(bareNumber(column), 0);
  const rest = hoist(withoutBeside(column), 0);
  const comma = hoist(isNumber(column, ','), 0);
  const point = hoist(isNumber(column, '.'), 0);
  const present = hoist(
    `(case when ${cell} is not null and ${cell} <> '' then not ${isMissing(cell)} else false end)`,
    1,
  );
  const odd = loose
    ? hoist(`(starts_with(${text}, '-') and not starts_with(${rest}, '-'))`, 1)
    : 'false';
  const has = (sign: string): string => `contains(${text}, ${literal(sign)})`;
  const matches = (form: string): string => `regexp_full_match(${text}, ${literal(form)})`;
  const isBehind = loose ? `${odd} and ${hasMinusBehind(rest)}` : 'false';
  const isDashed = loose ? `${text} <> ${rest} and ${hasDash(rest)}` : 'false';
  const counted = [
    'true',
    comma,
    point,
    `${comma} and not ${point}`,
    `${point} and not ${comma}`,
    has('.'),
    has(','),
    `regexp_matches(${text}, ${literal(`[${groupSignsInSql}]`)})`,
    `starts_with(${text}, '+')`,
    `case when ${has(',')} then ${matches(String.raw`[+-]?${lakhForm}(?:\.[0-9]*)?`)} end`,
    `case when ${has(',')} then ${matches(thousandsForm)} end`,
    odd,
    loose ? `${text} <> ${rest}` : 'false',
    isBehind,
    isDashed,
  ];
  const examples = [
    `case when ${has('.')} or ${has(',')} then ${rest} end`,
    `case when ${comma} and not ${point} then ${text} end`,
    `case when ${point} and not ${comma} then ${text} end`,
    `case when ${odd} then ${cell} end`,
    `case when ${isBehind} then ${cell} end`,
    `case when ${isDashed} then ${cell} end`,
  ];
  return [
    ...counted.map((condition) => `count_if(case when ${present} then ${condition} end)::double`),
    ...examples.map((example) => `min(case when ${present} then ${example} end)`),
  ];
}
