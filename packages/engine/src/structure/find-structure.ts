import type { StructureOptions, TestResult } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRef } from '../engine.ts';
import { resultOf } from '../procedures/finding.ts';
import { clustersFinding } from './clusters.ts';
import { componentsOf } from './components.ts';
import { missingFinding } from './missing.ts';

/** What a table is made of. Throws unknown_column, wrong_column_type, too_complex, and invalid_input where the rows do not fit the procedure. */
export async function findStructure(
  connection: DuckDBConnection,
  table: TableRef,
  input: StructureOptions,
): Promise<TestResult> {
  const { rows, finding } = await (input.method === 'principal_components'
    ? componentsOf(connection, table, input)
    : input.method === 'k_means'
      ? clustersFinding(connection, table, input)
      : missingFinding(connection, table, input));
  return resultOf(table, input.view, input.method, rows, finding);
}
