import type { ColumnPicture, CountedColumn, Pictures, View } from '@columnist/contract';
import { DuckDBMapValue, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import type { TableRef } from '../table/table-ref.ts';
import { findRows } from '../views/find-rows.ts';
import { saidOfValues } from '../views/said-of-values.ts';
import { provenanceOf } from '../views/provenance.ts';
import { doubleLiteral } from '../database/sql.ts';
import { TableReader } from '../views/table-reader.ts';
import { microsOf } from '../table/cells.ts';
import { drawPicture } from './draw-picture.ts';
import { pictured } from './profile-table.ts';
import { gatherColumns } from './gather-columns.ts';
import { differenceExpression, microsExpression, originOf } from './read-values.ts';
import { fieldsOf, type FieldColumn } from '../table/table-column.ts';

type Pictured = CountedColumn & FieldColumn;

/**
 * Every column's picture over the rows of a view: the bars of the whole dataset, counted in one
 * scan; columns that the view made get bars of their own.
 */
export async function countPictures(
  connection: DuckDBConnection,
  table: TableRef,
  { view }: { readonly view?: View | undefined },
): Promise<Pictures> {
  const {
    source,
    condition: filter,
    columns: fields,
    effects,
  } = await findRows(connection, table.parquet, table.columns, view);
  // A view may give a column another name, or its name to another column: its field stays.
  const original = new Map(fieldsOf(table.columns).map((column) => [column.field, column]));
  const columns = fields.flatMap(({ field, name }) => {
    const column = original.get(field);
    return column === undefined || column.picture === null
      ? []
      : [{ column, picture: column.picture, name }];
  });
  const selected = columns.flatMap(({ column, picture }) => [
    `count(${column.field})::double`,
    countsExpression(column, picture),
  ]);
  const sql = `select ${['count(*)::double', ...selected].map((expression, i) => `${expression} as x${i}`).join(', ')} from ${source}`;
  const [row = []] = (
    await connection.runAndReadAll(
      filter === null ? sql : `${sql} where ${filter.text}`,
      filter?.values ?? [],
    )
  ).getRows();
  const rowCount = Number(row[0]);
  const drawn = new Map<string, Pictures['columns'][number]>(
    columns.map(({ column, picture, name }, i) => {
      const { field, name: barsOf, ...facts } = column;
      const missing = rowCount - Number(row[1 + 2 * i]);
      return [
        field,
        {
          ...facts,
          name,
          bars_of: barsOf,
          missing,
          picture: { ...picture, ...recount(column, picture, row[2 + 2 * i] ?? null), missing },
        },
      ];
    }),
  );
  const made = fields.filter(({ field }) => !drawn.has(field));
  await gatherColumns(TableReader.over(connection, source, made), made, (changed, summary) => {
    const { field, name, storage, type } = changed;
    const column = { name, storage, type };
    drawn.set(field, {
      ...saidOf(changed),
      ...pictured(column, summary),
      picture: drawPicture(column, summary),
    });
  });
  return {
    ...provenanceOf(
      table,
      rowCount,
      view,
      { counts: 'over the bars of the whole dataset' },
      effects,
    ),
    columns: fields.flatMap(({ field }) => drawn.get(field) ?? []),
  };
}

/** What people say about a column whose values a step changed, as far as it still fits these. */
const saidOf = ({ label, unit, description, stored, ...column }: FieldColumn) => ({
  ...(label === undefined ? {} : { label }),
  ...(unit === undefined ? {} : { unit }),
  ...(description === undefined ? {} : { description }),
  ...(stored === undefined ? {} : { stored }),
  ...saidOfValues(column),
});

/** SQL of a map from bar to count. */
function countsExpression(column: Pictured, { kind, edges }: ColumnPicture): string {
  const { field, storage } = column;
  const finite = storage === 'DOUBLE' ? `if(isfinite(${field}), ${field}, null)` : field;
  switch (kind) {
    case 'empty':
    case 'constant':
      return `histogram(if(${finite} is null, null, 0))`;
    case 'category':
    case 'boolean':
      return `histogram(${field})`;
    case 'spikes':
      return `histogram(${finite}::double)`;
    case 'number': {
      const origin = numberOrigin(column);
      return barsExpression(
        origin === 0 ? `${finite}::double` : differenceExpression(column, origin),
        uppersOf(edges, origin),
      );
    }
    case 'text':
      return barsExpression(`length(${field})::double`, uppersOf(edges));
    case 'datetime':
      return barsExpression(`${microsExpression(column)}::double`, uppersOf(edges));
  }
}

const numberOrigin = (column: Pictured): number =>
  originOf(column, Number(column.low), Number(column.high));

/**
 * Bars include their lower bound, the database's bins their upper one: so the negatives are
 * counted.
 */
const barsExpression = (value: string, uppers: readonly number[]): string =>
  `histogram(-(${value}), [${uppers.toReversed().map(doubleLiteral).join(', ')}])`;

/**
 * Of each bar the bound of its negative, from an origin; the first bar takes what is smaller too.
 */
const uppersOf = (edges: ColumnPicture['edges'], origin = 0): number[] =>
  (edges ?? [])
    .slice(0, -1)
    .map((edge, i) =>
      i === 0 ? Infinity : origin - (typeof edge === 'string' ? microsOf(edge) : Number(edge)),
    );

function recount(
  column: Pictured,
  picture: ColumnPicture,
  counted: DuckDBValue,
): Pick<ColumnPicture, 'counts' | 'n'> {
  const entries = counted instanceof DuckDBMapValue ? counted.entries : [];
  const countOf = new Map(
    entries.map(({ key, value }) => [typeof key === 'number' ? key : String(key), Number(value)]),
  );
  const n = [...countOf.values()].reduce((sum, count) => sum + count, 0);
  const of = (key: string | number): number => countOf.get(key) ?? 0;
  const { kind, labels, rest, edges } = picture;
  switch (kind) {
    case 'empty':
      return { n, counts: [] };
    case 'constant':
      return { n, counts: [n] };
    case 'spikes':
      return { n, counts: (labels ?? []).map((label) => of(Number(label))) };
    case 'category':
    case 'boolean': {
      const counts = (labels ?? []).map(of);
      return {
        n,
        counts: rest ? [...counts, n - counts.reduce((sum, count) => sum + count, 0)] : counts,
      };
    }
    case 'number':
      return { n, counts: uppersOf(edges, numberOrigin(column)).map(of) };
    case 'text':
    case 'datetime':
      return { n, counts: uppersOf(edges).map(of) };
  }
}
