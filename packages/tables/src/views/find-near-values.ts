import {
  fromFilter,
  nearestNames,
  parseExpression,
  sayExpression,
  type Expression,
  type View,
  type ViewEffect,
} from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { fieldsOf, type FieldColumn, type TableColumn } from '../table/table-column.ts';

const comparisonsLookedAt = 5;
const valuesLookedAt = 1000;
const charactersCompared = 100;

interface Comparison {
  readonly column: FieldColumn;
  readonly value: string;
}

/**
 * What a filter that keeps nothing did: all rows of the file removed, with near values of the
 * columns whose texts it asks for, as conditions, where there are any.
 */
export async function findNearValues(
  connection: DuckDBConnection,
  file: string,
  table: readonly TableColumn[],
  filter: View['filter'],
): Promise<ViewEffect> {
  const written =
    filter === undefined
      ? null
      : typeof filter === 'string'
        ? parseExpression(filter)
        : fromFilter(filter);
  const asked = (written === null ? [] : comparisons(written, fieldsOf(table))).slice(
    0,
    comparisonsLookedAt,
  );
  const nearest: string[] = [];
  for (const { column, value } of asked) {
    const read = await connection.runAndReadAll(
      `select distinct left(${column.field}, ${charactersCompared}) from ${file} where ${column.field} is not null limit ${valuesLookedAt + 1}`,
    );
    const values = read.getRows().map(([one]) => String(one));
    if (values.length > valuesLookedAt || values.includes(value)) continue;
    const near = nearestNames(value.trim(), values.toSorted());
    nearest.push(
      ...near.map((one) =>
        sayExpression({
          kind: 'call',
          name: '=',
          args: [
            { kind: 'column', name: column.name, span },
            { kind: 'text', text: one, span },
          ],
          by: [],
          span,
        }),
      ),
    );
  }
  const [[rows] = []] = (
    await connection.runAndReadAll(`select count(*)::double from ${file}`)
  ).getRows();
  return {
    step: 'rows filtered',
    rows_removed: Number(rows),
    cells_changed: 0,
    cells_lost: 0,
    ...(nearest.length === 0 ? {} : { nearest: [...new Set(nearest)] }),
  };
}

const span = { from: 0, to: 0 };

/** Text columns of the file beside texts written out, joined by = or in. */
function comparisons(node: Expression, columns: readonly FieldColumn[]): Comparison[] {
  if (node.kind !== 'call') return [];
  if (node.name !== '=' && node.name !== 'in')
    return node.args.flatMap((arg) => comparisons(arg, columns));
  const parts = node.args.flatMap((arg) => (arg.kind === 'list' ? arg.items : [arg]));
  const named = parts.flatMap((part) => (part.kind === 'column' ? [part.name] : []));
  const column = columns.find(({ name, storage }) => name === named[0] && storage === 'VARCHAR');
  return column === undefined
    ? []
    : parts.flatMap((part) => (part.kind === 'text' ? [{ column, value: part.text }] : []));
}
