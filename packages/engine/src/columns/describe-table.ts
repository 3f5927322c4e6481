import { AppError, type CorrelationOptions, type Correlations, type Description } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { DescribeInput, TableRef } from '../engine.ts';
import { provenanceOf } from '../query/provenance.ts';
import { TableReader } from '../query/table-reader.ts';
import { correlateColumns, type NumberColumn } from './correlate-columns.ts';
import { describeColumn } from './describe-column.ts';
import type { DescribeOptions } from './describe-number.ts';
import { gatherColumns } from './gather-columns.ts';
import { readValues } from './read-values.ts';
import type { ColumnSummary } from './column-summary.ts';
import type { FieldColumn } from './table-column.ts';

const correlatedAtMost = 60;
/** Doubles held at once for correlations: 480 MB. */
const correlatedValues = 60_000_000;

export const descriptionMethods = {
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
  const names = input.columns === undefined ? undefined : [...new Set(input.columns)];
  const reader = await TableReader.open(connection, table.parquet, table.columns, input.view, names);
  const columns: Description['columns'] = [];
  const correlations = await describeEach(reader, input, (column, summary) => {
    columns.push(describeColumn(column, summary, input));
  });
  return { ...provenanceOf(table, await reader.rowCount(), input.view, descriptionMethods, reader.effects), columns, correlations };
}

/** Hands every column's summary on and, where asked for, correlates the number columns; null where they are too few or too many. */
export async function describeEach(
  reader: TableReader,
  options: Pick<DescribeOptions, 'confidence_level'> & { readonly correlations: boolean },
  take: (column: FieldColumn, summary: ColumnSummary) => void,
): Promise<Description['correlations']> {
  const count = reader.columns.filter((column) => column.type === 'number').length;
  const correlates = options.correlations && count >= 2 && count <= correlatedAtMost && count * (await reader.rowCount()) <= correlatedValues;
  const numbers: NumberColumn[] = [];
  for await (const [column, summary] of gatherColumns(reader, reader.columns)) {
    take(column, summary);
    if (correlates && summary.kind === 'number') numbers.push({ name: column.name, values: summary.values, table: summary.table });
  }
  if (!correlates) return null;
  const level = options.confidence_level;
  return { pearson: correlateColumns(numbers, 'pearson', level), spearman: correlateColumns(numbers, 'spearman', level) };
}

export async function associateColumns(connection: DuckDBConnection, table: TableRef, input: CorrelationOptions): Promise<Correlations> {
  if (new Set(input.columns).size < input.columns.length) {
    throw new AppError('invalid_input', 'A column is named twice.', { errors: [{ field: 'columns', message: 'Name each column once.' }] });
  }
  const reader = await TableReader.open(connection, table.parquet, table.columns, input.view, input.columns);
  const wrong = reader.columns.find(({ type }) => type !== 'number');
  if (wrong !== undefined) {
    throw new AppError('wrong_column_type', `'${wrong.name}' is a ${wrong.type} column; a correlation needs number columns.`, { column: wrong.name });
  }
  const rowCount = await reader.rowCount();
  if (reader.columns.length * rowCount > correlatedValues) {
    throw new AppError('too_complex', `${reader.columns.length} columns of ${rowCount} rows are too many to correlate at once.`, { fix: 'Name fewer columns.' });
  }
  const read = await readValues(reader, reader.columns);
  const numbers = reader.columns.map(({ name }, i) => ({ name, values: read[i]?.values ?? new Float64Array() }));
  return {
    ...provenanceOf(table, rowCount, input.view, { [input.method]: descriptionMethods[input.method] }, reader.effects),
    matrix: correlateColumns(numbers, input.method, input.confidence_level),
  };
}
