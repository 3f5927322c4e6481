import { AppError, type CorrelationOptions, type Correlations } from '@columnist/contract';
import type { Connection } from '@columnist/tables/database/connection';
import { correlateColumns } from '@columnist/tables/columns/correlate-columns';
import { correlatedValues, descriptionMethods } from '@columnist/tables/columns/describe-table';
import { readValues } from '@columnist/tables/columns/read-values';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { provenanceOf } from '@columnist/tables/views/provenance';
import { TableReader } from '@columnist/tables/views/table-reader';
import type { Procedure } from '../define-procedure.ts';
import { sayMatrix } from './say-matrix.ts';

/** Every pair of some columns: a matrix comes without code. */
export const correlationMatrix: Procedure<CorrelationOptions, Correlations> = {
  answer: correlate,
  tested: { samples: {} },
};

async function correlate(
  connection: Connection,
  table: TableRef,
  input: CorrelationOptions,
): Promise<Correlations> {
  if (new Set(input.columns).size < input.columns.length) {
    throw new AppError('invalid_input', 'A column is named twice.', {
      errors: [{ field: 'columns', message: 'Name each column once.' }],
    });
  }
  const reader = await TableReader.open(
    connection,
    table.parquet,
    table.columns,
    input.view,
    input.columns,
  );
  const wrong = reader.columns.find(({ type }) => type !== 'number');
  if (wrong !== undefined) {
    throw new AppError(
      'wrong_column_type',
      `'${wrong.name}' is a ${wrong.type} column; a correlation needs number columns.`,
      { column: wrong.name },
    );
  }
  const rowCount = await reader.rowCount();
  if (reader.columns.length * rowCount > correlatedValues) {
    throw new AppError(
      'too_complex',
      `${reader.columns.length} columns of ${rowCount} rows are too many to correlate at once.`,
      { fix: 'Name fewer columns.' },
    );
  }
  const read = await readValues(reader, reader.columns);
  const numbers = reader.columns.map(({ name }, i) => ({
    name,
    values: read[i]?.values ?? new Float64Array(),
  }));
  const matrix = correlateColumns(numbers, input.method, input.confidence_level);
  return {
    ...sayMatrix(matrix, input.confidence_level),
    ...provenanceOf(
      table,
      rowCount,
      input.view,
      { [input.method]: descriptionMethods[input.method] },
      reader.effects,
    ),
    matrix,
  };
}
