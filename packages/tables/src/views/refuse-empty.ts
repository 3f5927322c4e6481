import { AppError } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { FieldColumn } from '../table/table-column.ts';
import type { Layers } from '../database/layers.ts';

const named = 3;

/**
 * Ends with invalid_input: no row has a value in each of the columns. Names those that have none at
 * all, else those that have fewest.
 */
export async function refuseEmpty(
  connection: DuckDBConnection,
  layers: Layers,
  level: number,
  columns: readonly FieldColumn[],
): Promise<never> {
  const { text, values } = layers.select(
    columns.map(({ field }, i) => `count(${field})::double as n${i}`).join(', '),
    level,
  );
  const [row = []] = (await connection.runAndReadAll(text, values)).getRows();
  const counted = columns
    .map(({ name }, i) => ({ name, n: Number(row[i]) }))
    .toSorted((a, b) => a.n - b.n);
  const empty = counted.filter(({ n }) => n === 0);
  const list = (empty.length > 0 ? empty : counted)
    .slice(0, named)
    .map(({ name }) => `'${name.slice(0, 100)}'`)
    .join(', ');
  throw new AppError(
    'invalid_input',
    empty.length > 0
      ? `drop_missing would drop every row: ${list} ${empty.length === 1 ? 'has' : 'have'} no value.`
      : 'drop_missing would drop every row: each has a missing value in one of its columns.',
    {
      errors: [
        {
          field: 'view.drop_missing',
          message: `Name the columns that are needed, without ${list}.`,
        },
      ],
      fix: `Name the columns that are needed, without ${list}, or fill them first with impute.`,
    },
  );
}
