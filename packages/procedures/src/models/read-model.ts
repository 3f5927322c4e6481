import {
  AppError,
  findColumn,
  parseFormula,
  sayVariable,
  valueTypeOf,
  writtenAs,
  type Formula,
  type Transform,
  type ValueType,
  type Variable,
  type View,
} from '@columnist/contract';
import { placeOf, restOf } from '@columnist/statistics';
import type { Connection } from '@columnist/tables/database/connection';
import { cellExpression, cellOf } from '@columnist/tables/table/cells';
import { literal } from '@columnist/tables/database/sql';
import { orderOf } from '@columnist/tables/table/order-by';
import type { FieldColumn } from '@columnist/tables/table/table-column';
import { readValues } from '@columnist/tables/columns/read-values';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { unfit, type ReadRows } from '../finding.ts';
import { TableReader } from '@columnist/tables/views/table-reader';

/**
 * One column of the rows that a model uses: numbers as they enter it, with the units of their last
 * decimal in 1 (1 where transformed) and the middle and size of their range, or levels.
 */
export type ModelColumn = { readonly variable: Variable; readonly type: ValueType } & (
  | {
      readonly kind: 'number';
      readonly values: Float64Array;
      /** What these doubles lack of decimals; null where they lack nothing. */
      readonly rest: Float64Array | null;
      readonly perUnit: number;
      readonly centre: number;
      readonly range: number;
      /** Rows whose value is infinite before any transformation. */
      readonly infinite: ReadonlySet<number>;
    }
  | { readonly kind: 'levels'; readonly codes: Uint32Array; readonly levels: readonly string[] }
);

export interface ModelRows extends ReadRows {
  readonly formula: Formula;
  readonly response: ModelColumn;
  /** By sayVariable; of what explains without the power. */
  readonly columns: ReadonlyMap<string, ModelColumn>;
  readonly weights: Float64Array | null;
  /** Row numbers in the file, from 0. */
  readonly rows: Uint32Array;
}

const levelsAtMost = 50;
const mostCells = 60_000_000;

/** What the transformations of a formula do to a number. */
export const transforms: Readonly<Record<Exclude<Transform, 'factor'>, (value: number) => number>> =
  { log: Math.log, log2: Math.log2, log10: Math.log10, exp: Math.exp, sqrt: Math.sqrt };
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

/** Throws invalid_input where every row has the same response: there is nothing to explain. */
export function requireVaried({ response }: ModelRows): void {
  const values = [...(response.kind === 'number' ? response.values : response.codes)];
  if (values.length > 0 && values.every((value) => value === values[0]))
    throw unfit(
      `All values of '${response.variable.column}' are equal in these rows: there is nothing to explain.`,
      'formula',
      'Explain a column that varies, or choose another view.',
    );
}

/**
 * What a formula names, over the rows where all of it is present. Throws unknown_column,
 * wrong_column_type, invalid_input, too_complex.
 */
export async function readModel(
  connection: Connection,
  table: TableRef,
  options: {
    readonly formula: string;
    readonly weights?: string | undefined;
    readonly view?: View | undefined;
  },
): Promise<ModelRows> {
  const formula = parseFormula(options.formula);
  const variables = [
    ...new Map(
      [
        formula.response,
        ...formula.terms.flat().map((variable) => ({ ...variable, power: 1 })),
      ].map((variable) => [sayVariable(variable), variable]),
    ).values(),
  ];
  const names = [
    ...new Set([
      ...variables.map(({ column }) => column),
      ...(options.weights === undefined ? [] : [options.weights]),
    ]),
  ];
  const reader = await TableReader.open(
    connection,
    table.parquet,
    table.columns,
    options.view,
    names,
  );
  const count = await reader.rowCount();
  if (count * names.length > mostCells)
    throw new AppError(
      'too_complex',
      `${names.length} columns of ${count} rows are too many for one model.`,
      { fix: 'Name fewer columns, or sample rows with a view.' },
    );
  const columns: ModelColumn[] = [];
  for (const variable of variables) columns.push(await readColumn(reader, variable));
  const weights =
    options.weights === undefined
      ? null
      : await readColumn(reader, { column: options.weights, transform: null, power: 1 });
  if (weights?.kind === 'levels')
    throw new AppError('wrong_column_type', `'${options.weights ?? ''}' holds no numbers.`, {
      column: options.weights ?? '',
      fix: 'Name a number column of weights.',
    });
  const kept: number[] = [];
  const left = {
    'value missing': 0,
    infinite: 0,
    'transformation not defined': 0,
    'weight missing': 0,
    'weight 0': 0,
  };
  if (weights !== null) requireWeights(weights, await reader.placesInFile());
  const missing = (column: ModelColumn, row: number): boolean =>
    column.kind === 'number'
      ? Number.isNaN(column.values[row] ?? NaN)
      : column.codes[row] === noCode;
  for (let row = 0; row < count; row++) {
    if (columns.some((column) => missing(column, row))) left['value missing'] += 1;
    else if (columns.some((column) => column.kind === 'number' && column.infinite.has(row)))
      left.infinite += 1;
    else if (
      columns.some(
        (column) => column.kind === 'number' && !Number.isFinite(column.values[row] ?? NaN),
      )
    )
      left['transformation not defined'] += 1;
    else if (weights !== null && Number.isNaN(weights.values[row] ?? NaN))
      left['weight missing'] += 1;
    else if (weights?.values[row] === 0) left['weight 0'] += 1;
    else kept.push(row);
  }
  const rows = Uint32Array.from(kept);
  const places = await reader.placesInFile();
  const narrowed = columns.map((column) => keep(column, rows));
  const [response] = narrowed;
  if (response === undefined) throw new Error('A formula has a response.');
  return {
    formula,
    response,
    columns: new Map(narrowed.map((column) => [sayVariable(column.variable), column])),
    weights: weights === null ? null : Float64Array.from(rows, (row) => weights.values[row] ?? NaN),
    rows: rows.map((row) => places[row] ?? row),
    used: rows.length,
    excluded: Object.entries(left).flatMap(([reason, n]) => (n > 0 ? [{ reason, n }] : [])),
    missing: 'rows with every value present',
    effects: reader.effects,
  };
}

/**
 * Weights below 0 or infinite are mistakes; rows with a weight of 0 or none are left out, as lm()
 * does. Throws invalid_input with the row.
 */
function requireWeights(
  { values, variable }: Extract<ModelColumn, { kind: 'number' }>,
  places: Float64Array,
): void {
  const wrong = values.findIndex((weight) => weight < 0 || weight === Infinity);
  if (wrong < 0) return;
  throw unfit(
    `'${variable.column}' has a weight ${(values[wrong] ?? 0) < 0 ? 'below 0' : 'that is infinite'}, in row ${(places[wrong] ?? wrong) + 1}.`,
    'weights',
    'Weights are 0 or more; leave those rows out with a view.',
  );
}

const noCode = 0xff_ff_ff_ff;

async function readColumn(reader: TableReader, variable: Variable): Promise<ModelColumn> {
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
      rest:
        variable.transform === null && variable.power === 1 && read !== undefined
          ? restOf(read.values, read.scale)
          : null,
      perUnit: variable.transform === null && variable.power === 1 ? scale.perUnit : 1,
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
        fix: 'Choose a column with fewer values, or join rare ones with a view.',
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
  };
}

/** The reference level before the others, as relevel() of R has it. */
const referenceFirst = (column: FieldColumn): string =>
  column.reference === undefined || column.storage !== 'VARCHAR'
    ? ''
    : `(k = ${literal(writtenAs(column, column.reference))}) desc, `;

/** Some rows of a column; levels that none of them has are no levels. */
function keep(column: ModelColumn, rows: Uint32Array): ModelColumn {
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
