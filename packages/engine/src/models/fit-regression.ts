import type { RegressionOptions, TestResult } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRef } from '../engine.ts';
import { resultOf } from '../procedures/finding.ts';
import { fitLinear } from '../procedures/models/fit-linear.ts';
import { fitLogistic, fitPoisson } from '../procedures/models/fit-generalized.ts';
import { readModel } from '../procedures/models/read-model.ts';

/** A regression by its formula. Throws unknown_column, wrong_column_type, too_complex, and invalid_input where the rows do not fit the model. */
export async function fitRegression(
  connection: DuckDBConnection,
  table: TableRef,
  input: RegressionOptions,
): Promise<TestResult> {
  const model = await readModel(connection, table, {
    ...input,
    weights: input.method === 'linear' ? input.weights : undefined,
  });
  const finding =
    input.method === 'linear'
      ? fitLinear(input, model)
      : input.method === 'logistic'
        ? fitLogistic(input, model)
        : fitPoisson(input, model);
  return resultOf(table, input.view, input.method, model, finding);
}
