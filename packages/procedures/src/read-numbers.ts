import { AppError, type View } from '@columnist/contract';
import { placeOf, relative, type Scale } from '@columnist/statistics';
import type { Connection } from '@columnist/tables/database/connection';
import { readValues } from '@columnist/tables/columns/read-values';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { TableReader } from '@columnist/tables/views/table-reader';
import type { ReadRows, Snippet } from './finding.ts';
import { nearCode, type Near } from './near-values.ts';
import { numbersFrom } from './numbers-from.ts';
import { quoted } from './snippets.ts';

export interface NumberColumns extends ReadRows {
  /**
   * Values of the rows where every column is present and finite: numbers near 1 and near 0, that
   * are values by their scales (see `relative` of statistics).
   */
  readonly columns: readonly Float64Array[];
  readonly scales: readonly Scale[];
  /** Row numbers in the file, from 0. */
  readonly rows: Uint32Array;
}

const mostValues = 60_000_000;

/**
 * Number columns over the rows where all of them are present. Throws unknown_column,
 * wrong_column_type, invalid_input, too_complex.
 */
export async function readNumbers(
  connection: Connection,
  table: TableRef,
  names: readonly string[],
  view: View | undefined,
): Promise<NumberColumns> {
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined)
    throw new AppError('invalid_input', `'${twice.slice(0, 100)}' is named twice.`, {
      errors: [{ field: 'columns', message: 'Name each column once.' }],
    });
  const reader = await TableReader.open(connection, table.parquet, table.columns, view, names);
  const wrong = reader.columns.find(({ type }) => type !== 'number');
  if (wrong !== undefined)
    throw new AppError(
      'wrong_column_type',
      `'${wrong.name}' is a ${wrong.type} column; this needs numbers.`,
      {
        column: wrong.name,
        fix: `Name a number column, or ${numbersFrom(wrong.type)}.`,
      },
    );
  const count = await reader.rowCount();
  if (count * names.length > mostValues)
    throw new AppError(
      'too_complex',
      `${names.length} columns of ${count} rows are too many at once.`,
      { fix: 'Name fewer columns, or sample rows with a view.' },
    );
  const read = await readValues(reader, reader.columns);
  const kept: number[] = [];
  let [missing, infinite] = [0, 0];
  for (let row = 0; row < count; row++) {
    if (read.some(({ values }) => Number.isNaN(values[row] ?? NaN))) missing += 1;
    else if (read.some(({ values }) => !Number.isFinite(values[row] ?? NaN))) infinite += 1;
    else kept.push(row);
  }
  const rows = Uint32Array.from(kept);
  const places = await reader.placesInFile();
  const measured = read.map(({ values, scale }) =>
    relative({ values: Float64Array.from(rows, (row) => values[row] ?? NaN), scale }),
  );
  return {
    columns: measured.map(({ values }) => values),
    scales: measured.map(({ scale }) => scale),
    rows: rows.map((row) => places[row] ?? row),
    used: rows.length,
    excluded: [
      ...(missing > 0 ? [{ reason: 'value missing', n: missing }] : []),
      ...(infinite > 0 ? [{ reason: 'infinite', n: infinite }] : []),
    ],
    missing: names.length === 1 ? 'rows with the value present' : 'rows with every value present',
    effects: reader.effects,
  };
}

/** Code for the same: `columns`, a list. */
export function numbersCode(
  names: readonly string[],
  variables: readonly string[] = [],
  near: Near = { from: 0, unit: 1 },
): Snippet {
  const counted = nearCode(near, {
    r: (of) => `columns <- lapply(columns, function(one) ${of('one')})`,
    python: (of) => `columns = [${of('one')} for one in columns]`,
  });
  return {
    r: [
      `columns <- lapply(c(${names.map(quoted).join(', ')}), function(name) as.numeric(d[[name]]))`,
      'used <- Reduce(`&`, lapply(columns, is.finite))',
      'columns <- lapply(columns, `[`, used)',
      ...counted.r,
      ...variables.map((name, i) => `${name} <- columns[[${i + 1}]]`),
    ],
    python: [
      `columns = [pd.to_numeric(d[name]).astype(float).to_numpy() for name in [${names.map(quoted).join(', ')}]]`,
      'used = np.logical_and.reduce([np.isfinite(one) for one in columns])',
      'columns = [one[used] for one in columns]',
      ...counted.python,
      ...variables.map((name, i) => `${name} = columns[${i}]`),
    ],
  };
}

/** The columns as the numbers that people know: what is shown of single rows. */
export const placed = ({
  columns,
  scales,
}: Pick<NumberColumns, 'columns' | 'scales'>): Float64Array[] =>
  columns.map((values, i) =>
    values.map((value) => placeOf(scales[i] ?? { origin: 0, perUnit: 1 }, value)),
  );

/**
 * What columns of these scales are compared in: the unit of the most decimals, or that of the
 * largest numbers where these are very large or all very small.
 */
const commonUnit = (scales: readonly Scale[]): number => {
  const units = scales.map(({ perUnit }) => perUnit);
  const least = Math.min(...units);
  const decimal = units.filter((perUnit) => perUnit < 1e39);
  return least < 1 || decimal.length === 0 ? least : Math.max(...decimal);
};

/**
 * All columns in one unit, each from its own place: for what asks how far values lie apart within
 * each of them.
 */
export function inOneUnit({ columns, scales }: Pick<NumberColumns, 'columns' | 'scales'>): {
  readonly columns: readonly Float64Array[];
  readonly scales: readonly Scale[];
} {
  const perUnit = commonUnit(scales);
  const own = scales.map((scale) => perUnit / scale.perUnit);
  return {
    columns: columns.map((values, i) =>
      own[i] === 1 ? values : values.map((value) => value * (own[i] ?? 1)),
    ),
    scales: scales.map(({ origin }) => ({ origin, perUnit })),
  };
}

/**
 * All columns in one unit, counted from one place: differences of rows are exact where decimals
 * are. The place is that of the first column, or 0 where values of other columns would be rounded.
 */
export function fromOnePlace(
  columns: readonly Float64Array[],
  scales: readonly Scale[],
): { columns: Float64Array[]; scale: Scale } {
  const own = inOneUnit({ columns, scales });
  const perUnit = commonUnit(scales);
  const moved = (origin: number): Float64Array[] | null => {
    const shifts = own.scales.map((scale) => (scale.origin - origin) * perUnit);
    const found = own.columns.map((values, i) => values.map((value) => value + (shifts[i] ?? 0)));
    const isExact = found.every((values, i) =>
      values.every((value, row) => value - (shifts[i] ?? 0) === own.columns[i]?.[row]),
    );
    return isExact ? found : null;
  };
  const first = scales[0]?.origin ?? 0;
  const [origin, found] = [first, 0].reduce<[number, Float64Array[] | null]>(
    ([place, known], next) => (known === null ? [next, moved(next)] : [place, known]),
    [first, null],
  );
  return found === null
    ? { columns: placed({ columns, scales }), scale: { origin: 0, perUnit: 1 } }
    : { columns: found, scale: { origin, perUnit } };
}

/** Both columns in one unit, exactly where their decimals allow. */
export function differencesOf(
  x: Float64Array,
  y: Float64Array,
  [sx, sy]: readonly Scale[],
): { values: Float64Array; scale: Scale } {
  if (sx === undefined || sy === undefined) throw new Error('Two columns have two scales.');
  const perUnit = commonUnit([sx, sy]);
  const [fx, fy] = [perUnit / sx.perUnit, perUnit / sy.perUnit];
  return {
    values: x.map((value, i) => value * fx - (y[i] ?? NaN) * fy),
    scale: { origin: sx.origin - sy.origin, perUnit },
  };
}
