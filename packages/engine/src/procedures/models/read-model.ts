import {
  AppError,
  findColumn,
  namedIn,
  nearestNames,
  parseFormula,
  sayVariable,
  valueTypeOf,
  type Formula,
  type Transform,
  type ValueType,
  type Variable,
  type View,
} from '@columnist/contract';
import { designOf, placeOf, type Contrasts, type Design, type Factor } from '@columnist/statistics';
import type { DuckDBConnection } from '@duckdb/node-api';
import { cellExpression, cellOf } from '../../columns/cells.ts';
import { readValues } from '../../columns/read-values.ts';
import type { TableRef } from '../../engine.ts';
import { unfit, type ReadRows } from '../finding.ts';
import { TableReader } from '../../query/table-reader.ts';

/** One column of the rows that a model uses: numbers as they enter it, with the units of their last decimal in 1 (1 where transformed), or levels. */
export type ModelColumn = { readonly variable: Variable; readonly type: ValueType } & (
  | { readonly kind: 'number'; readonly values: Float64Array; readonly perUnit: number }
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
const mostColumns = 400;
const mostProducts = 2_000_000_000;

/** What the transformations of a formula do to a number. */
export const transforms: Readonly<Record<Exclude<Transform, 'factor'>, (value: number) => number>> =
  { log: Math.log, log2: Math.log2, log10: Math.log10, exp: Math.exp, sqrt: Math.sqrt };
export const baseOf = (variable: Variable): string => sayVariable({ ...variable, power: 1 });
/** What a model explains, as people read it: a column by its name, a transformed one as the formula has it. */
export const responseName = ({ variable }: ModelColumn): string =>
  variable.transform === null && variable.power === 1 ? variable.column : sayVariable(variable);

/** What a formula names, over the rows where all of it is present. Throws unknown_column, wrong_column_type, invalid_input, too_complex. */
export async function readModel(
  connection: DuckDBConnection,
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
  const left = { 'value missing': 0, 'transformation not defined': 0, 'no weight': 0 };
  const missing = (column: ModelColumn, row: number): boolean =>
    column.kind === 'number'
      ? Number.isNaN(column.values[row] ?? NaN)
      : column.codes[row] === noCode;
  for (let row = 0; row < count; row++) {
    if (columns.some((column) => missing(column, row))) left['value missing'] += 1;
    else if (
      columns.some(
        (column) => column.kind === 'number' && !Number.isFinite(column.values[row] ?? NaN),
      )
    )
      left['transformation not defined'] += 1;
    else if (
      weights !== null &&
      !((weights.values[row] ?? NaN) > 0 && (weights.values[row] ?? NaN) < Infinity)
    )
      left['no weight'] += 1;
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
    // What is missing stays NaN; what a function has no value for becomes infinite and is counted apart.
    const values = (read?.values ?? new Float64Array()).map((value) => {
      if (Number.isNaN(value)) return NaN;
      const result = transformed(placeOf(scale, value));
      return Number.isNaN(result) ? Infinity : result;
    });
    return {
      variable,
      type,
      kind: 'number',
      values,
      perUnit: variable.transform === null && variable.power === 1 ? scale.perUnit : 1,
    };
  }
  if (variable.transform !== null && variable.transform !== 'factor')
    throw new AppError(
      'wrong_column_type',
      `'${variable.column}' is a ${column.type} column; ${variable.transform}() needs numbers.`,
      { column: variable.column, fix: 'Name a number column.' },
    );
  const found = await reader.rows(
    `select ${cellExpression({ ...column, field: 'k' })} from (select distinct ${column.field} as k from ${reader.source} where ${column.field} is not null) order by k limit ${levelsAtMost + 1}`,
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
    `list_position((select list(k order by k) from (select distinct ${column.field} as k from ${reader.source} where ${column.field} is not null)), ${column.field})`,
  ]);
  return {
    variable,
    type,
    kind: 'levels',
    codes: Uint32Array.from(codes, (code) => (code >= 1 ? code - 1 : noCode)),
    levels: found.map(([label]) => String(cellOf(column, label ?? null))),
  };
}

/** Some rows of a column; levels that none of them has are no levels. */
function keep(column: ModelColumn, rows: Uint32Array): ModelColumn {
  if (column.kind === 'number')
    return { ...column, values: Float64Array.from(rows, (row) => column.values[row] ?? NaN) };
  const codes = rows.map((row) => column.codes[row] ?? noCode);
  const present = [...new Set(codes)].toSorted((a, b) => a - b);
  const place = new Map(present.map((code, i) => [code, i]));
  return {
    ...column,
    codes: codes.map((code) => place.get(code) ?? noCode),
    levels: present.map((code) => column.levels[code] ?? ''),
  };
}

/** The design of the right side, over all rows or some of them. Throws invalid_input where a group has one level. */
export function modelDesign(
  { formula, columns, used }: ModelRows,
  contrasts: Contrasts,
  places?: Uint32Array,
): Design {
  const factors = formula.terms.map((term) =>
    term.map((variable) => factorOf(columns, variable, places)),
  );
  const rows = places?.length ?? used;
  const width = factors.reduce(
    (sum, term) =>
      sum +
      term.reduce(
        (product, factor) => product * (factor.kind === 'levels' ? factor.levels.length : 1),
        1,
      ),
    1,
  );
  if (width > mostColumns || rows * width ** 2 > mostProducts)
    throw new AppError(
      'too_complex',
      `The formula makes up to ${width} columns over ${rows} rows.`,
      {
        fix: 'Leave out interactions of columns with many groups, join rare groups, or sample rows with a view.',
      },
    );
  return designOf(factors, { rows, intercept: formula.intercept, contrasts });
}

function factorOf(
  columns: ModelRows['columns'],
  variable: Variable,
  places: Uint32Array | undefined,
): Factor {
  const column = columns.get(baseOf(variable));
  if (column === undefined) throw new Error('A model has read its variables.');
  const name = baseOf(variable);
  if (column.kind === 'number')
    return {
      kind: 'number',
      name,
      values:
        places === undefined
          ? column.values
          : Float64Array.from(places, (row) => column.values[row] ?? NaN),
      power: variable.power,
    };
  if (variable.power !== 1)
    throw new AppError(
      'wrong_column_type',
      `'${variable.column}' holds groups; a power needs numbers.`,
      { column: variable.column, fix: 'Name a number column.' },
    );
  if (column.levels.length < 2)
    throw unfit(
      `'${variable.column}' has one value in these rows: it explains nothing.`,
      'formula',
      'Leave it out, or choose another view.',
    );
  return {
    kind: 'levels',
    name,
    codes: places === undefined ? column.codes : places.map((row) => column.codes[row] ?? 0),
    levels: column.levels,
  };
}

/** The design of values that are given, one line each. Throws invalid_input where a value lacks or is unknown. */
export function givenDesign(
  model: ModelRows,
  given: readonly Readonly<Record<string, string | number | boolean>>[],
): Design {
  const columns = new Map(
    [...model.columns].map(([key, column]): [string, ModelColumn] => {
      const read = given.map((line, i): number => {
        if (column === model.response) return 0;
        const value = namedIn(line, column.variable.column);
        const field = `predict.${i}`;
        if (value === undefined)
          throw new AppError(
            'invalid_input',
            `Line ${i + 1} of the predictions lacks '${column.variable.column}'.`,
            { errors: [{ field, message: 'Give a value for every column that explains.' }] },
          );
        if (column.kind === 'number') {
          const number = Number(value);
          const placed =
            column.variable.transform === null || column.variable.transform === 'factor'
              ? number
              : transforms[column.variable.transform](number);
          if (typeof value !== 'number' || !Number.isFinite(placed))
            throw new AppError(
              'invalid_input',
              `'${String(value).slice(0, 100)}' is no number that '${key}' takes.`,
              { errors: [{ field, message: 'Give a number.' }] },
            );
          return placed;
        }
        const code = column.levels.indexOf(String(value));
        if (code < 0)
          throw new AppError(
            'invalid_input',
            `'${column.variable.column}' has no value '${String(value).slice(0, 100)}' in these rows.`,
            {
              errors: [{ field, message: 'Give one of its values.' }],
              suggestions: nearestNames(String(value), column.levels),
            },
          );
        return code;
      });
      return [
        key,
        column.kind === 'number'
          ? { ...column, values: Float64Array.from(read) }
          : { ...column, codes: Uint32Array.from(read) },
      ];
    }),
  );
  return modelDesign({ ...model, columns, used: given.length }, 'treatment');
}
