import type { ColumnPicture, Pictures, View } from '@columnist/contract';
import { DuckDBMapValue, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import type { TableRef } from '../engine.ts';
import { compileFilter } from '../query/compile-filter.ts';
import { provenanceOf } from '../query/provenance.ts';
import { fileOf } from '../query/table-reader.ts';
import { microsOf } from './cells.ts';
import { microsExpression } from './read-values.ts';
import { fieldsOf, type FieldColumn } from './table-column.ts';

/** Every column's picture over the rows of a view: the bars of the whole dataset, counted in one scan. */
export async function countPictures(connection: DuckDBConnection, table: TableRef, { view }: { readonly view?: View | undefined }): Promise<Pictures> {
  const fields = fieldsOf(table.columns);
  const columns = fields.flatMap(({ picture, ...column }) => (picture === null ? [] : [{ column, picture }]));
  const filter = view?.filter === undefined ? null : compileFilter(view.filter, fields);
  const selected = columns.flatMap(({ column, picture }) => [`count(${column.field})::double`, countsExpression(column, picture)]);
  const sql = `select ${['count(*)::double', ...selected].map((expression, i) => `${expression} as x${i}`).join(', ')} from ${fileOf(table.parquet)}`;
  const [row = []] = (await connection.runAndReadAll(filter === null ? sql : `${sql} where ${filter.text}`, filter?.values ?? [])).getRows();
  const rowCount = Number(row[0]);
  return {
    ...provenanceOf(table, rowCount, view, { counts: 'over the bars of the whole dataset' }),
    columns: columns.map(({ column, picture }, i) => {
      const missing = rowCount - Number(row[1 + 2 * i]);
      return { name: column.name, picture: { ...picture, ...recount(picture, row[2 + 2 * i] ?? null), missing } };
    }),
  };
}

/** SQL of a map from bar to count. */
function countsExpression(column: FieldColumn, { kind, edges }: ColumnPicture): string {
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
    case 'number':
      return barsExpression(`${finite}::double`, edges);
    case 'text':
      return barsExpression(`length(${field})::double`, edges);
    case 'datetime':
      return barsExpression(`${microsExpression(column)}::double`, edges);
  }
}

/** Bars include their lower bound, the database's bins their upper one: so the negatives are counted. */
const barsExpression = (value: string, edges: ColumnPicture['edges']): string =>
  `histogram(-(${value}), [${uppersOf(edges).toReversed().map((upper) => (upper === Infinity ? `'inf'::double` : `(${upper})::double`)).join(', ')}])`;

/** Of each bar the bound of its negative; the first bar takes what is smaller too. Equal ones name one bin. */
function uppersOf(edges: ColumnPicture['edges']): number[] {
  const lower = (edges ?? []).slice(0, -1).map((edge) => (typeof edge === 'string' ? microsOf(edge) : Number(edge)));
  return [...new Set(lower.map((edge, i) => (i === 0 ? Infinity : -edge)))];
}

function recount(picture: ColumnPicture, counted: DuckDBValue): Pick<ColumnPicture, 'counts' | 'n'> {
  const entries = counted instanceof DuckDBMapValue ? counted.entries : [];
  const countOf = new Map(entries.map(({ key, value }) => [typeof key === 'number' ? key : String(key), Number(value)]));
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
      return { n, counts: rest ? [...counts, n - counts.reduce((sum, count) => sum + count, 0)] : counts };
    }
    case 'number':
    case 'text':
    case 'datetime': {
      const counts = uppersOf(edges).map(of);
      return { n, counts: picture.counts.map((_, i) => counts[i] ?? 0) };
    }
  }
}
