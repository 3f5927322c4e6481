import { AppError, parseFormula, sayVariable, type Formula, type View } from '@columnist/contract';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { unfit, type ReadRows } from '../finding.ts';
import { TableReader } from '@columnist/tables/views/table-reader';
import { isMissing, keepRows, readModelColumn, type ModelColumn } from './model-column.ts';

export interface ModelRows extends ReadRows {
  readonly formula: Formula;
  readonly response: ModelColumn;
  /** By sayVariable; of what explains without the power. */
  readonly columns: ReadonlyMap<string, ModelColumn>;
  readonly weights: Float64Array | null;
  /** What counts are of, as person-time. */
  readonly exposure: Float64Array | null;
  /** Row numbers in the file, from 0. */
  readonly rows: Uint32Array;
}

const mostCells = 60_000_000;

/** Throws invalid_input where every row has the same response: there is nothing to explain. */
export function requireVaried({ response }: ModelRows): void {
  const [values, rest] =
    response.kind === 'number' ? [response.values, response.rest] : [response.codes, null];
  if (
    values.length > 0 &&
    values.every((value, i) => value === values[0] && (rest?.[i] ?? 0) === (rest?.[0] ?? 0))
  )
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
    readonly exposure?: string | undefined;
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
      ...[options.weights, options.exposure].filter((name) => name !== undefined),
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
  for (const variable of variables) columns.push(await readModelColumn(reader, variable));
  const weights = await readBeside(reader, options.weights, 'weights');
  const exposure = await readBeside(reader, options.exposure, 'exposure');
  const kept: number[] = [];
  const left = {
    'value missing': 0,
    'factor missing': 0,
    'covariate missing': 0,
    infinite: 0,
    'transformation not defined': 0,
    'weight missing': 0,
    'weight 0': 0,
    'exposure missing': 0,
  };
  if (weights !== null) requireWeights(weights, await reader.placesInFile());
  if (exposure !== null) requireExposure(exposure, await reader.placesInFile());
  for (let row = 0; row < count; row++) {
    const empty = columns.find((column) => isMissing(column, row));
    if (empty !== undefined) left[missingOf(empty, columns[0])] += 1;
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
    else if (exposure !== null && Number.isNaN(exposure.values[row] ?? NaN))
      left['exposure missing'] += 1;
    else kept.push(row);
  }
  const rows = Uint32Array.from(kept);
  const places = await reader.placesInFile();
  const narrowed = columns.map((column) => keepRows(column, rows));
  const [response] = narrowed;
  if (response === undefined) throw new Error('A formula has a response.');
  return {
    formula,
    response,
    columns: new Map(narrowed.map((column) => [sayVariable(column.variable), column])),
    weights: weights === null ? null : Float64Array.from(rows, (row) => weights.values[row] ?? NaN),
    exposure:
      exposure === null ? null : Float64Array.from(rows, (row) => exposure.values[row] ?? NaN),
    rows: rows.map((row) => places[row] ?? row),
    used: rows.length,
    excluded: Object.entries(left).flatMap(([reason, n]) => (n > 0 ? [{ reason, n }] : [])),
    missing: 'rows with every value present',
    effects: reader.effects,
  };
}

type Numbers = Extract<ModelColumn, { kind: 'number' }>;

/** A column of numbers that no term names. Throws unknown_column, wrong_column_type. */
async function readBeside(
  reader: TableReader,
  name: string | undefined,
  as: 'weights' | 'exposure',
): Promise<Numbers | null> {
  if (name === undefined) return null;
  const column = await readModelColumn(reader, { column: name, transform: null, power: 1 });
  if (column.kind === 'number') return column;
  throw new AppError('wrong_column_type', `'${name}' holds no numbers.`, {
    column: name,
    fix: `Name a number column of ${as}.`,
  });
}

/** What a row lacks: what is explained, or of what explains, in the order of the formula. */
const missingOf = (column: ModelColumn, response: ModelColumn | undefined) =>
  column === response
    ? 'value missing'
    : column.kind === 'levels'
      ? 'factor missing'
      : 'covariate missing';

/**
 * Weights below 0 or infinite are mistakes; rows with a weight of 0 or none are left out, as lm()
 * does. Throws invalid_input with the row.
 */
function requireWeights({ values, variable }: Numbers, places: Float64Array): void {
  const wrong = values.findIndex((weight) => weight < 0 || weight === Infinity);
  if (wrong < 0) return;
  throw unfit(
    `'${variable.column}' has a weight ${(values[wrong] ?? 0) < 0 ? 'below 0' : 'that is infinite'}, in row ${(places[wrong] ?? wrong) + 1}.`,
    'weights',
    'Weights are 0 or more; leave those rows out with a view.',
  );
}

/** The logarithm of an exposure is taken: it is above 0. Throws invalid_input with the row. */
function requireExposure({ values, variable }: Numbers, places: Float64Array): void {
  const wrong = values.findIndex((exposure) => exposure <= 0 || exposure === Infinity);
  if (wrong < 0) return;
  const value = values[wrong] ?? 0;
  throw unfit(
    `'${variable.column}' has an exposure ${value === 0 ? 'of 0' : value < 0 ? 'below 0' : 'that is infinite'}, in row ${(places[wrong] ?? wrong) + 1}.`,
    'exposure',
    'Counts are of an exposure above 0; leave those rows out with a view.',
  );
}
