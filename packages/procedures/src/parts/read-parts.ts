import {
  AppError,
  valueTypeOf,
  type ValueType,
  type View,
  type ViewEffect,
} from '@columnist/contract';
import type { Connection } from '@columnist/tables/database/connection';
import { cellExpression, cellOf } from '@columnist/tables/table/cells';
import { orderOf } from '@columnist/tables/table/order-by';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { TableReader } from '@columnist/tables/views/table-reader';

/** A value of the column whose values a question is asked in, and how many rows have it. */
export interface Part {
  readonly value: string | number | boolean;
  /** As sentences and tables name it. */
  readonly label: string;
  readonly n: number;
}

export interface ReadParts {
  readonly parts: readonly Part[];
  readonly type: ValueType;
  /** Rows of the view without a value in the column. */
  readonly missing: number;
  readonly effects: readonly ViewEffect[];
}

const partsAtMost = 50;

/**
 * The values of a column under a view, in the order of the column. Throws unknown_column,
 * invalid_input where there is none, too_complex where there are more than 50.
 */
export async function readParts(
  connection: Connection,
  table: TableRef,
  column: string,
  view: View | undefined,
): Promise<ReadParts> {
  const reader = await TableReader.open(connection, table.parquet, table.columns, view, [column]);
  const [by] = reader.columns;
  if (by === undefined) throw new Error('The reader has the column it was opened with.');
  const k = { ...by, field: 'k' };
  const rows = await reader.rows(
    `select ${cellExpression(k)}, n from (select ${by.field} as k, count(*)::double as n from ${reader.source} group by 1) ` +
      `order by k is null desc, ${orderOf(k)} limit ${partsAtMost + 2}`,
  );
  const read = rows.map(([value, n]) => ({ value: cellOf(by, value ?? null), n: Number(n) }));
  const missing = read.find(({ value }) => value === null)?.n ?? 0;
  const parts = read.flatMap(({ value, n }): Part[] =>
    value === null ? [] : [{ value, label: String(value), n }],
  );
  if (parts.length > partsAtMost)
    throw new AppError('too_complex', `'${column}' has more than ${partsAtMost} values.`, {
      column,
      fix: "Name a column with fewer values in 'by', or derive one with bin() in the view.",
    });
  if (parts.length === 0)
    throw new AppError('invalid_input', `No row has a value in '${column}'.`, {
      errors: [{ field: 'by', message: 'Name a column that has values in these rows.' }],
    });
  return { parts, type: valueTypeOf(by), missing, effects: reader.effects };
}
