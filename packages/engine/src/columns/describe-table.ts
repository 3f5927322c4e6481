import { AppError, type Association, type AssociationOptions, type DatasetColumn, type Description, type Pictures } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { engineVersion, type DescribeInput, type TableRef } from '../engine.ts';
import { findColumn } from '../query/nearest-names.ts';
import { provenanceOf } from '../query/provenance.ts';
import { TableReader } from '../query/table-reader.ts';
import { correlateColumns, type NumberColumn } from './correlate-columns.ts';
import { describeColumn } from './describe-column.ts';
import { drawPicture, recountPicture } from './draw-picture.ts';
import { gatherColumn, unitOf, type ColumnSummary } from './gather-column.ts';
import type { FieldColumn, TableColumn } from './table-column.ts';

const correlatedAtMost = 60;

const descriptionMethods = {
  quantiles: 'type 7 (R, NumPy)',
  variance: 'sample, divisor n - 1',
  mean_ci: 'Student t',
  mad: 'median absolute deviation x 1.4826 (R mad)',
  skewness: 'type 2, adjusted Fisher-Pearson (SAS, SPSS, pandas)',
  kurtosis: 'excess, type 2 (SAS, SPSS, pandas)',
  trimmed_mean: '10 % at each end (R mean, trim = 0.1)',
  outliers: "Tukey's fences, 1.5 IQR",
  true_share_ci: 'Wilson score',
  pearson: 'pairwise complete rows, t test, Fisher z interval',
  spearman: 'average ranks, pairwise complete rows, t approximation',
  missing: 'each column uses its own present values',
};

export async function describeTable(connection: DuckDBConnection, table: TableRef, input: DescribeInput): Promise<Description> {
  const reader = await TableReader.open(connection, table.parquet, table.columns, input.view);
  const columns = input.columns === undefined ? reader.columns : input.columns.map((name) => findColumn(reader.columns, name));
  const summaries = new Map<FieldColumn, ColumnSummary>();
  for (const column of columns) summaries.set(column, await gatherColumn(reader, column));
  return {
    ...(await provenanceOf(table, reader, input.view, descriptionMethods)),
    columns: [...summaries].map(([column, summary]) => describeColumn(column, summary, input)),
    correlations: input.correlations ? correlationsOf(summaries, input.confidence_level) : null,
  };
}

function correlationsOf(summaries: ReadonlyMap<FieldColumn, ColumnSummary>, level: number): Description['correlations'] {
  const numbers: NumberColumn[] = [...summaries].flatMap(([{ name }, summary]) => (summary.kind === 'number' ? [{ name, values: summary.values }] : []));
  if (numbers.length < 2 || numbers.length > correlatedAtMost) return null;
  return { pearson: correlateColumns(numbers, 'pearson', level), spearman: correlateColumns(numbers, 'spearman', level) };
}

export async function associateColumns(connection: DuckDBConnection, table: TableRef, input: AssociationOptions): Promise<Association> {
  const reader = await TableReader.open(connection, table.parquet, table.columns, input.view);
  const columns = input.columns.map((name) => {
    const column = findColumn(reader.columns, name);
    if (column.type === 'number') return column;
    throw new AppError('wrong_column_type', `'${name}' is a ${column.type} column; a correlation needs number columns.`, { column: name });
  });
  if (new Set(input.columns).size < columns.length) throw new AppError('invalid_input', 'A column is named twice.', { errors: [{ field: 'columns', message: 'Name each column once.' }] });
  const read = await reader.doubles(columns.map((column) => unitOf(column).expression));
  const numbers = columns.map(({ name }, i) => ({ name, values: read[i] ?? new Float64Array() }));
  return {
    ...(await provenanceOf(table, reader, input.view, { [input.method]: descriptionMethods[input.method] })),
    matrix: correlateColumns(numbers, input.method, input.confidence_level),
  };
}

export async function countPictures(connection: DuckDBConnection, table: TableRef, input: { view?: DescribeInput['view'] }): Promise<Pictures> {
  const reader = await TableReader.open(connection, table.parquet, table.columns, input.view);
  const columns: Pictures['columns'] = [];
  const pictures = new Map(table.columns.map((column) => [column.name, column.picture]));
  for (const column of reader.columns) {
    const picture = pictures.get(column.name) ?? null;
    if (picture !== null) columns.push({ name: column.name, picture: recountPicture(picture, await gatherColumn(reader, column)) });
  }
  return { ...(await provenanceOf(table, reader, input.view, {})), columns };
}

/** Text is a category when it has few values that come back. */
function meaningOf(column: FieldColumn, distinct: number, n: number): FieldColumn {
  if (column.type !== 'text') return column;
  const category = distinct >= 1 && distinct <= 100 && (distinct <= n / 2 || n <= 2);
  return category ? { ...column, type: 'category' } : column;
}

/** A table too wide for correlations need not hold all its values. */
const forCorrelation = (summary: ColumnSummary, columns: number): ColumnSummary =>
  summary.kind === 'number' && columns > 4 * correlatedAtMost ? { ...summary, values: new Float64Array() } : summary;

function withoutField({ name, type, storage, missing, distinct, low, high, picture }: DatasetColumn): DatasetColumn {
  return { name, type, storage, missing, distinct, low, high, picture };
}

/** First look at an admitted table: what each column means, its picture, and the description with default options. */
export async function profileTable(
  connection: DuckDBConnection,
  parquet: string,
  admitted: readonly TableColumn[],
  rowCount: number,
  onColumn: (done: number) => void = () => {},
): Promise<{ columns: DatasetColumn[]; profile: Description }> {
  const reader = await TableReader.open(connection, parquet, admitted);
  const defaults = { quantiles: [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99], confidence_level: 0.95, plot: false };
  const columns: (DatasetColumn & FieldColumn)[] = [];
  const described: Description['columns'] = [];
  const summaries = new Map<FieldColumn, ColumnSummary>();
  for (const raw of reader.columns) {
    const summary = await gatherColumn(reader, raw);
    const column = summary.kind === 'text' ? meaningOf(raw, summary.distinct, summary.n) : raw;
    const description = describeColumn(column, summary, defaults);
    summaries.set(column, forCorrelation(summary, reader.columns.length));
    described.push(description);
    const range = description.type === 'number' || description.type === 'datetime' ? { low: description.min, high: description.max } : { low: null, high: null };
    columns.push({ ...column, missing: summary.missing, distinct: description.distinct, ...range, picture: drawPicture(column, summary) });
    onColumn(columns.length);
  }
  const profile: Description = {
    dataset_id: null,
    dataset_version: null,
    engine_version: engineVersion,
    view: null,
    n_used: rowCount,
    n_excluded: [],
    method: descriptionMethods,
    columns: described,
    correlations: correlationsOf(summaries, defaults.confidence_level),
  };
  return { columns: columns.map(withoutField), profile };
}
