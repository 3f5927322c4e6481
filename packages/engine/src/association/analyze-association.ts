import type {
  Association,
  AssociationOptions,
  AssociationTestOptions,
  TestResult,
} from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { associateColumns } from '../columns/describe-table.ts';
import type { TableRef } from '../engine.ts';
import { resultOf } from '../procedures/finding.ts';
import { readCounts } from '../procedures/read-counts.ts';
import { placed, readNumbers } from '../procedures/read-numbers.ts';
import { associateCategories } from './associate-categories.ts';
import { associateGroups } from './associate-groups.ts';
import { reliability, relateNumbers } from './relate-numbers.ts';

/** Whether columns go together. Throws unknown_column, wrong_column_type, too_complex, and invalid_input where the rows do not fit the procedure. */
export async function analyzeAssociation(
  connection: DuckDBConnection,
  table: TableRef,
  input: AssociationOptions,
): Promise<Association> {
  return input.method === 'pearson' || input.method === 'spearman'
    ? associateColumns(connection, table, input)
    : testAssociation(connection, table, input);
}

async function testAssociation(
  connection: DuckDBConnection,
  table: TableRef,
  input: AssociationTestOptions,
): Promise<TestResult> {
  switch (input.method) {
    case 'kendall':
    case 'partial': {
      const names = [input.x, input.y, ...(input.method === 'partial' ? input.given : [])];
      const read = await readNumbers(connection, table, names, input.view);
      return resultOf(
        table,
        input.view,
        input.method,
        read,
        relateNumbers(input, names, placed(read)),
      );
    }
    case 'cronbach_alpha': {
      const read = await readNumbers(connection, table, input.columns, input.view);
      return resultOf(table, input.view, input.method, read, reliability(input, placed(read)));
    }
    case 'point_biserial':
    case 'correlation_ratio':
      return associateGroups(connection, table, input);
    default: {
      const read = await readCounts(connection, table, input.x, input.y, input.view);
      return resultOf(table, input.view, input.method, read, associateCategories(input, read));
    }
  }
}
