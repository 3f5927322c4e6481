import { AppError } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Note } from '../../admission/column-notes.ts';
import { maxColumns } from '../../admission/scan-records.ts';
import { literal } from '../../database/sql.ts';
import { formatNote, type Cell, type TypedTable } from '../typed-table.ts';
import { arrowFields } from './arrow-schema.ts';
import { leavesOf, type Leaf } from './parquet-leaves.ts';
import { originalNames, readable, refuseLongDecimals } from './parquet-schema.ts';

/** Letters of rows that are handed on at a time. */
const mostLetters = 16 * 1024 * 1024;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Opens a Parquet file that the connection may read. Fields of a struct become columns named by
 * their path, lists and maps the text of their JSON. Throws invalid_file.
 */
export async function openParquet(connection: DuckDBConnection, path: string): Promise<TypedTable> {
  const file = `read_parquet(${literal(path)})`;
  const described = await readable(() => connection.prepare(`select * from ${file}`));
  const names = await readable(() => originalNames(connection, path));
  await refuseLongDecimals(connection, path);
  const top = Array.from({ length: described.columnCount }, (_, i) => ({
    name: described.columnName(i),
    type: described.columnType(i),
  }));
  described.destroySync();
  const own = names.length === top.length ? names : top.map(({ name }) => name);
  const fields = await arrowFields(connection, path, own);
  const found = top.flatMap(({ name, type }, i) =>
    leavesOf(own[i] ?? name, quoted(name), type, fields?.[i]),
  );
  if (found.length > maxColumns)
    throw new AppError(
      'invalid_file',
      `The file has ${found.length} columns; at most ${maxColumns} can be read.`,
      { fix: 'Keep fewer columns, then import the file again.' },
    );
  const leaves = await withTextOfBytes(connection, file, found);
  const notes = await readable(() => countChanges(connection, file, leaves));
  const selected = leaves.map(({ sql }, i) => `${sql} as c${i + 1}`).join(', ');
  return {
    columns: leaves.map(({ column }) => column),
    notes: [...leaves.flatMap((leaf) => leaf.notes), ...notes],
    rows: () => rowsOf(connection, `select ${selected} from ${file}`),
  };
}

/** Rows of a Parquet file, by its footer. Throws invalid_file. */
export async function countParquetRows(
  connection: DuckDBConnection,
  path: string,
): Promise<number> {
  const read = await readable(() =>
    connection.runAndReadAll(`select count(*)::double from read_parquet(${literal(path)})`),
  );
  return Number(read.getRows()[0]?.[0]);
}

async function* rowsOf(connection: DuckDBConnection, query: string): AsyncGenerator<Cell[][]> {
  const result = await readable(() => connection.stream(query));
  for (;;) {
    const chunk = await readable(() => result.fetchChunk());
    if (chunk === null || chunk.rowCount === 0) return;
    const { rowCount } = chunk;
    const columns = Array.from({ length: chunk.columnCount }, (_, i) => chunk.getColumnVector(i));
    let [batch, letters]: [Cell[][], number] = [[], 0];
    for (let row = 0; row < rowCount; row += 1) {
      const cells = columns.map((column): Cell => {
        const value = column.getItem(row);
        return value === null ? null : String(value);
      });
      batch.push(cells);
      for (const cell of cells) letters += cell?.length ?? 0;
      // Rows may all name one long text of a dictionary.
      if (letters < mostLetters) continue;
      yield batch;
      [batch, letters] = [[], 0];
    }
    if (batch.length > 0) yield batch;
  }
}

/** Old writers mark texts as mere bytes: those that are all UTF-8 are texts. */
async function withTextOfBytes(
  connection: DuckDBConnection,
  file: string,
  leaves: readonly Leaf[],
): Promise<Leaf[]> {
  const bytes = leaves.flatMap(({ sql }) => /^to_base64\((.+)\)$/s.exec(sql)?.slice(1) ?? []);
  if (bytes.length === 0) return [...leaves];
  const asked = bytes.map(
    (sql) =>
      `count_if(${sql} is not null and try(decode(${sql})) is null)::double, count(${sql})::double`,
  );
  const [row = []] = (
    await readable(() => connection.runAndReadAll(`select ${asked.join(', ')} from ${file}`))
  ).getRows();
  return leaves.map((leaf) => {
    const place = bytes.findIndex((sql) => leaf.sql === `to_base64(${sql})`);
    const [sql] = bytes.slice(place, place + 1);
    if (
      place === -1 ||
      sql === undefined ||
      Number(row[2 * place]) > 0 ||
      Number(row[2 * place + 1]) === 0
    )
      return leaf;
    return {
      ...leaf,
      sql: `decode(${sql})`,
      notes: [
        formatNote(
          'read_as_text',
          'Its bytes are not marked as text and are UTF-8 throughout: they are read as text.',
          leaf.column.name,
          1,
        ),
      ],
    };
  });
}

async function countChanges(
  connection: DuckDBConnection,
  file: string,
  leaves: readonly Leaf[],
): Promise<Note[]> {
  const checks = leaves.flatMap((leaf) => leaf.checks);
  if (checks.length === 0) return [];
  const [row = []] = (
    await connection.runAndReadAll(
      `select ${checks.map(({ counted }) => `count_if(${counted})::double`).join(', ')} from ${file}`,
    )
  ).getRows();
  return checks.flatMap(({ note }, i) => {
    const count = Number(row[i]);
    return count > 0 ? [note(count)] : [];
  });
}
