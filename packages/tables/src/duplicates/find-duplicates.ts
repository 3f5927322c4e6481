import {
  AppError,
  editedAtMost,
  mostCompared,
  type Cell,
  type CleaningStep,
  type DuplicateMethod,
  type Duplicates,
  type View,
} from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { rowNumber } from '../database/parquet-file.ts';
import { cellExpression, cellOf } from '../table/cells.ts';
import type { FieldColumn } from '../table/table-column.ts';
import type { TableRef } from '../table/table-ref.ts';
import { provenanceOf } from '../views/provenance.ts';
import { TableReader } from '../views/table-reader.ts';
import { clusterRows, type ComparedColumn } from './cluster-rows.ts';

export interface DuplicatesInput {
  readonly columns?: readonly string[] | undefined;
  readonly view?: View | undefined;
  readonly method: DuplicateMethod;
  readonly edits: number;
  readonly limit: number;
}

const rowsListed = 50;
/** Values by which a step recognises a row. */
const valuesNamed = 4;

/**
 * Rows of a view that are likely the same one, entered more than once. Throws unknown_column,
 * too_complex.
 */
export async function findDuplicates(
  connection: DuckDBConnection,
  table: TableRef,
  input: DuplicatesInput,
): Promise<Duplicates> {
  const { view, method, edits, limit } = input;
  const reader = await TableReader.open(
    connection,
    table.parquet,
    table.columns,
    view,
    input.columns,
  );
  const rows = await reader.rowCount();
  refuseLarge(rows, reader.columns.length);
  const all = await readColumns(connection, reader, rows);
  // By a number of its own no row is like another.
  const repeating = all.filter(
    ({ column, read: { values } }) =>
      !(column.type === 'number' || column.type === 'datetime') || values.length < rows,
  );
  const chosen =
    input.columns !== undefined || method === 'exact' || repeating.length === 0 ? all : repeating;
  const { clusters, isWhole } = clusterRows(
    chosen.map(({ read }) => read),
    rows,
    method,
    edits,
  );
  const columns = chosen.map(({ column }) => column);
  const listed = clusters
    .toSorted((a, b) => b.length - a.length)
    .slice(0, limit)
    .map((places) => ({ n: places.length, places: places.slice(0, rowsListed) }));
  const found = await readRows(
    reader,
    columns,
    listed.flatMap(({ places }) => places),
  );
  const shown = listed.map(({ n, places }) => ({
    n,
    rows: places.flatMap((place) => found.get(place) ?? []),
  }));
  return {
    ...provenanceOf(table, rows, view, { alike: sayMethod(method, edits) }, reader.effects),
    compared: columns.map(({ name }) => name),
    found: clusters.length,
    duplicate_rows: clusters.reduce((sum, { length }) => sum + length - 1, 0),
    is_whole: isWhole,
    clusters: shown,
    step: stepOf(shown, columns, view),
  };
}

const sayMethod = (method: DuplicateMethod, edits: number): string =>
  method === 'exact'
    ? 'the same values'
    : `the same numbers and times, and texts without case, accents, punctuation and repeated spaces${method === 'near' ? ` that differ by at most ${edits} letters in all` : ''}`;

function refuseLarge(rows: number, columns: number): void {
  if (rows * columns <= mostCompared) return;
  throw new AppError(
    'too_complex',
    `${rows.toLocaleString('en')} rows with ${columns} columns are more than the ` +
      `${mostCompared.toLocaleString('en')} cells that are looked through for duplicates.`,
    { limit: mostCompared, fix: 'Name fewer columns, or filter the rows first.' },
  );
}

/** The columns with their values by number, of rows in the order of the file. */
async function readColumns(
  connection: DuckDBConnection,
  reader: TableReader,
  rows: number,
): Promise<{ readonly column: FieldColumn; readonly read: ComparedColumn }[]> {
  const made = reader.columns.map((column) => ({
    column,
    known: new Map<string, number>(),
    ids: new Int32Array(rows).fill(-1),
  }));
  const stream = await connection.stream(
    `select ${reader.columns.map(({ field }) => `${field}::varchar`).join(', ')} from ${reader.source} order by ${rowNumber}`,
  );
  let start = 0;
  for (;;) {
    const chunk = await stream.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    for (const [c, { known, ids }] of made.entries())
      for (const [i, value] of chunk.getColumnValues(c).entries()) {
        if (value === null) continue;
        const text = String(value);
        let id = known.get(text);
        if (id === undefined) known.set(text, (id = known.size));
        ids[start + i] = id;
      }
    start += chunk.rowCount;
  }
  return made.map(({ column, known, ids }) => ({
    column,
    read: { values: [...known.keys()], isText: column.storage === 'VARCHAR', ids },
  }));
}

interface ListedRow {
  readonly row: number;
  readonly values: Cell[];
}

/** Rows by their place in the view. */
async function readRows(
  reader: TableReader,
  columns: readonly FieldColumn[],
  places: readonly number[],
): Promise<Map<number, ListedRow>> {
  if (places.length === 0) return new Map();
  const read = await reader.rows(
    `select * from (select row_number() over (order by ${rowNumber}) - 1 as place, ${rowNumber} as r, ${columns.map((column, i) => `${cellExpression(column)} as v${i}`).join(', ')} from ${reader.source}) where place in (${places.join(', ')})`,
  );
  return new Map(
    read.map(([place, row, ...values]) => [
      Number(place),
      {
        row: Number(row) + 1,
        values: columns.map((column, i) => cellOf(column, values[i] ?? null)),
      },
    ]),
  );
}

/** The listed rows but the first of each cluster, deleted. */
function stepOf(
  clusters: readonly { readonly rows: readonly ListedRow[] }[],
  columns: readonly FieldColumn[],
  { derive = [], impute = [] }: View = {},
): CleaningStep | null {
  const computed = new Set([
    ...derive.map(({ name }) => name),
    ...impute.flatMap((one) => one.columns),
  ]);
  const named = columns
    .flatMap(({ name }, i) => (computed.has(name) ? [] : [{ name, i }]))
    .slice(0, valuesNamed);
  const rows = clusters
    .flatMap((one) => one.rows.slice(1))
    .slice(0, editedAtMost)
    .map(({ row, values }) => ({
      row,
      has: named.map(({ name, i }) => ({ column: name, value: values[i] ?? null })),
    }));
  return rows.length === 0 || named.length === 0
    ? null
    : { step: 'delete_rows', rows, why: 'duplicate rows' };
}
