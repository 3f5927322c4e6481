import {
  AppError,
  findColumn,
  sayVariable,
  valueTypeOf,
  type Transform,
  type ValueType,
  type Variable,
} from '@columnist/contract';
import { placeOf, restOf } from '@columnist/statistics';
import { cellExpression, cellOf } from '@columnist/tables/table/cells';
import { literal } from '@columnist/tables/database/sql';
import { orderOf } from '@columnist/tables/table/order-by';
import { decimalOf, type FieldColumn } from '@columnist/tables/table/table-column';
import { readValues } from '@columnist/tables/columns/read-values';
import { TableReader } from '@columnist/tables/views/table-reader';
import { statedReference } from '../event-among.ts';

/**
 * One column of the rows that a model uses: numbers as they enter it, with the middle and size of
 * their range, or levels.
 */
export type ModelColumn = { readonly variable: Variable; readonly type: ValueType } & (
  | {
      readonly kind: 'number';
      readonly values: Float64Array;
      /** What these doubles lack of decimals; null where they lack nothing. */
      readonly rest: Float64Array | null;
      /** Of its last digit; null where doubles were read or made. */
      readonly unit: number | null;
      readonly centre: number;
      readonly range: number;
      /** Rows whose value is infinite before any transformation. */
      readonly infinite: ReadonlySet<number>;
    }
  | {
      readonly kind: 'levels';
      readonly codes: Uint32Array;
      readonly levels: readonly string[];
      /** The one that the dictionary states as reference. */
      readonly reference: string | undefined;
    }
);

const levelsAtMost = 50;

/** What the transformations of a formula do to a number. */
export const transforms: Readonly<Record<Exclude<Transform, 'factor'>, (value: number) => number>> =
  { log: Math.log, log2: Math.log2, log10: Math.log10, exp: Math.exp, sqrt: Math.sqrt };

/** A variable as a formula names it, without its power. */
export const baseOf = (variable: Variable): string => sayVariable({ ...variable, power: 1 });

/**
 * What a model explains, as people read it: a column by its name, a transformed one as the formula
 * has it.
 */
export const responseName = ({ variable }: ModelColumn): string =>
  variable.transform === null && variable.power === 1 ? variable.column : sayVariable(variable);

/** What a logistic model calls the event: the second level, or 1. */
export const eventOf = (response: ModelColumn): string =>
  response.kind === 'levels' ? (response.levels[1] ?? '') : '1';

/** The code of a row that has no level. */
const noCode = 0xff_ff_ff_ff;

/** Whether a row has no value there, before any transformation. */
export const isMissing = (column: ModelColumn, row: number): boolean =>
  column.kind === 'number' ? Number.isNaN(column.values[row] ?? NaN) : column.codes[row] === noCode;

/**
 * All rows of a column, with the transformation of a formula; their range is found once rows are
 * kept. Throws unknown_column, wrong_column_type, too_complex.
 */
export async function readModelColumn(
  reader: TableReader,
  variable: Variable,
): Promise<ModelColumn> {
  const column = findColumn(reader.columns, variable.column);
  const type = valueTypeOf(column);
  if (column.type === 'datetime')
    throw new AppError(
      'wrong_column_type',
      `'${variable.column}' holds moments; a model takes numbers and groups.`,
      { column: variable.column, fix: 'Derive a number from it with a view, such as year(day).' },
    );
  if (column.type === 'number' && variable.transform !== 'factor') {
    const [read] = await readValues(reader, [column]);
    const scale = read?.scale ?? { origin: 0, perUnit: 1 };
    const transformed =
      variable.transform === null
        ? (value: number) => (variable.power === 1 ? value : value ** variable.power)
        : transforms[variable.transform];
    const isPlain = variable.transform === null && variable.power === 1;
    const infinite = new Set<number>();
    // What is missing stays NaN; what a function has no value for becomes infinite and is counted
    // apart.
    const values = (read?.values ?? new Float64Array()).map((value, row) => {
      if (Number.isNaN(value)) return NaN;
      if (!Number.isFinite(value)) infinite.add(row);
      const result = transformed(placeOf(scale, value));
      return Number.isNaN(result) ? Infinity : result;
    });
    return {
      variable,
      type,
      kind: 'number',
      values,
      rest: isPlain && read !== undefined ? restOf(read.values, read.scale) : null,
      unit:
        isPlain && column.storage !== 'DOUBLE'
          ? 10 ** -(decimalOf(column.storage)?.scale ?? 0)
          : null,
      centre: 0,
      range: 0,
      infinite,
    };
  }
  if (variable.transform !== null && variable.transform !== 'factor')
    throw new AppError(
      'wrong_column_type',
      `'${variable.column}' is a ${column.type} column; ${variable.transform}() needs numbers.`,
      { column: variable.column, fix: 'Name a number column.' },
    );
  const ordered = `${referenceFirst(column)}${orderOf({ ...column, field: 'k' })}`;
  const found = await reader.rows(
    `select ${cellExpression({ ...column, field: 'k' })} from (select distinct ${column.field} as k from ${reader.source} where ${column.field} is not null) order by ${ordered} limit ${levelsAtMost + 1}`,
  );
  if (found.length > levelsAtMost)
    throw new AppError(
      'too_complex',
      `'${variable.column}' has more than ${levelsAtMost} values; as a group it would need as many coefficients.`,
      {
        column: variable.column,
        fix:
          'Choose a column with fewer values, join rare ones with a view, or, where its texts are ' +
          'numbers, read these with to_number() in a view.',
      },
    );
  const [codes = new Float64Array()] = await reader.doubles([
    `list_position((select list(k order by ${ordered}) from (select distinct ${column.field} as k from ${reader.source} where ${column.field} is not null)), ${column.field})`,
  ]);
  return {
    variable,
    type,
    kind: 'levels',
    codes: Uint32Array.from(codes, (code) => (code >= 1 ? code - 1 : noCode)),
    levels: found.map(([label]) => String(cellOf(column, label ?? null))),
    reference: statedReference(column),
  };
}

/** The reference level before the others, as relevel() of R has it. */
function referenceFirst(column: FieldColumn): string {
  const reference = statedReference(column);
  return reference === undefined ? '' : `(k = ${literal(reference)}) desc, `;
}

/** Some rows of a column; levels that none of them has are no levels. */
export function keepRows(column: ModelColumn, rows: Uint32Array): ModelColumn {
  if (column.kind === 'number') {
    const values = Float64Array.from(rows, (row) => column.values[row] ?? NaN);
    const rest =
      column.rest === null ? null : Float64Array.from(rows, (row) => column.rest?.[row] ?? 0);
    return { ...column, values, rest, ...extentOf(values), infinite: new Set() };
  }
  const codes = rows.map((row) => column.codes[row] ?? noCode);
  const present = [...new Set(codes)].toSorted((a, b) => a - b);
  const place = new Map(present.map((code, i) => [code, i]));
  return {
    ...column,
    codes: codes.map((code) => place.get(code) ?? noCode),
    levels: present.map((code) => column.levels[code] ?? ''),
  };
}

/** The middle and the size of their range; 0 where there is none. */
function extentOf(values: Float64Array): { centre: number; range: number } {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const range = high - low;
  return low > high ? { centre: 0, range: 0 } : { centre: low + range / 2, range };
}
