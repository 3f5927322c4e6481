import { AppError, type CorrelationOptions, type Correlations } from '@columnist/contract';
import type { Connection } from '@columnist/tables/database/connection';
import { correlateColumns } from '@columnist/tables/columns/correlate-columns';
import { correlatedValues, descriptionMethods } from '@columnist/tables/columns/describe-table';
import { readValues } from '@columnist/tables/columns/read-values';
import { pythonCode } from '@columnist/tables/code/python-code';
import { rCode } from '@columnist/tables/code/r-code';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { provenanceOf } from '@columnist/tables/views/provenance';
import { TableReader } from '@columnist/tables/views/table-reader';
import type { Procedure } from '../define-procedure.ts';
import type { Snippet } from '../finding.ts';
import { quoted } from '../snippets.ts';
import { sayMatrix } from './say-matrix.ts';

/** Every pair of some columns. */
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
  const code = matrixCode(input);
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
    code: {
      r: `${rCode(table.columns, input.view ?? {})}\n${code.r.join('\n')}\n`,
      python: `${pythonCode(table.columns, input.view ?? {})}\n${code.python.join('\n')}\n`,
    },
  };
}

/** The estimate and p of every pair, over the rows where both are present. */
const matrixCode = ({ columns, method }: CorrelationOptions): Snippet => ({
  r: [
    `columns <- c(${columns.map(quoted).join(', ')})`,
    'result <- do.call(rbind, combn(columns, 2, simplify = FALSE, FUN = function(pair) {',
    '  x <- as.numeric(d[[pair[1]]]); y <- as.numeric(d[[pair[2]]])',
    '  used <- is.finite(x) & is.finite(y)',
    `  test <- suppressWarnings(cor.test(x[used], y[used], method = "${method}"))`,
    '  data.frame(x = pair[1], y = pair[2], n = sum(used), estimate = unname(test$estimate), p.value = test$p.value)',
    '}))',
    'print(result)',
  ],
  python: [
    'from itertools import combinations',
    'from scipy import stats',
    '',
    `columns = [${columns.map(quoted).join(', ')}]`,
    'result = []',
    'for first, second in combinations(columns, 2):',
    '    x, y = (pd.to_numeric(d[name]).astype(float).to_numpy() for name in (first, second))',
    '    used = np.isfinite(x) & np.isfinite(y)',
    ...(method === 'pearson'
      ? ['    test = stats.pearsonr(x[used], y[used])']
      : [
          "    # scipy's p is that of t; without ties R's cor.test counts arrangements of up to 9 rows,",
          '    # and takes Edgeworth’s series to 1,290.',
          '    test = stats.spearmanr(x[used], y[used])',
        ]),
    '    result.append((first, second, int(used.sum()), test[0], test[1]))',
    'result = pd.DataFrame(result, columns=["x", "y", "n", "estimate", "p"])',
    'print(result)',
  ],
});
