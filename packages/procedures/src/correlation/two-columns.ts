import type { View } from '@columnist/contract';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import type { ReadRows } from '../finding.ts';
import { placed, readNumbers } from '../read-numbers.ts';

export interface Related extends ReadRows {
  readonly names: readonly string[];
  readonly columns: readonly Float64Array[];
}

/** Two number columns, and those that are held constant, over the rows where all are present. */
export async function readRelated(
  connection: Connection,
  table: TableRef,
  {
    x,
    y,
    given = [],
    view,
  }: {
    readonly x: string;
    readonly y: string;
    readonly given?: readonly string[];
    readonly view?: View | undefined;
  },
): Promise<Related> {
  const names = [x, y, ...given];
  const read = await readNumbers(connection, table, names, view);
  const { used, excluded, missing, effects } = read;
  return { names, columns: placed(read), used, excluded, missing, effects };
}

/** Which way the second column goes where the first rises. */
export const direction = (value: number): string => (value > 0 ? 'rises' : 'falls');
