import { AppError, type WrittenTable } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { rowsOf, type AdmittedFile } from '../admission/admit-file.ts';
import { noteTotals } from '../admission/note-totals.ts';
import type { StatedReading } from '../admission/stated-reading.ts';
import type { TemporaryFiles } from '../admission/temporary-files.ts';
import { readExpression } from '../admission/read-expression.ts';
import { decimalOf } from '../table/table-column.ts';
import { dialectOfFields } from './dialect-of-fields.ts';
import { writeTyped } from './write-typed.ts';

/**
 * Reads rows that we wrote into `temporary.part`: below the line of names every record is a row,
 * whatever it looks like, and every column has the storage that it had, decimals no more digits than
 * their values. A person may state how
 * single columns are read. Throws invalid_file where not all rows are there.
 */
export async function admitWritten(
  connection: DuckDBConnection,
  {
    source,
    written,
    reading,
  }: {
    readonly source: string;
    readonly written: WrittenTable;
    readonly reading: StatedReading;
  },
  temporary: Pick<TemporaryFiles, 'part'>,
): Promise<AdmittedFile> {
  const { rows: counted } = written;
  const width = written.columns.length;
  const isRead = (name: string): boolean =>
    reading.read_columns?.some(({ column }) => column === name) === true;
  // What their texts look like is known already, and offered to nobody.
  const texts = written.columns.flatMap(({ name, storage }) =>
    storage === 'VARCHAR' && !isRead(name) ? [name] : [],
  );
  const storages = await narrowed(connection, source, written.columns);
  const table = {
    rows: counted,
    width,
    columns: written.columns.map((column, i) => {
      const storage = storages[i] ?? column.storage;
      return {
        ...column,
        field: `c${i + 1}`,
        storage,
        missing: storage === 'DOUBLE' ? ['NaN'] : [],
      };
    }),
    notes: [],
    preamble: 0,
    headerRows: 1,
    missingWords: [],
  };
  const { columns, notes } = await writeTyped(
    connection,
    table,
    { path: source, hasNames: true },
    { ...reading, text_columns: [...texts, ...(reading.text_columns ?? [])] },
    temporary.part,
  );
  const rows = await rowsOf(connection, temporary.part);
  if (rows !== counted)
    throw new AppError(
      'invalid_file',
      `The rows cannot be kept without doubt: ${counted} were made, ${rows} could be read.`,
      { fix: 'Try again; if it fails again, report it.' },
    );
  return {
    rowCount: rows,
    columns,
    dialect: dialectOfFields(table),
    admission: {
      rows_read: rows,
      rows_repaired: 0,
      rows_rejected: 0,
      repairs_file: false,
      notes: [...notes, ...(await noteTotals(connection, temporary.part, columns, rows))],
    },
  };
}

const largestWhole = 2n ** 63n - 1n;

/**
 * The storages, with decimals as wide as their largest value: computed ones have up to 38 digits,
 * beside which others have no room in one column.
 */
async function narrowed(
  connection: DuckDBConnection,
  path: string,
  columns: WrittenTable['columns'],
): Promise<string[]> {
  const decimals = columns.flatMap(({ storage }, i) => {
    const decimal = decimalOf(storage);
    return decimal === null ? [] : [{ i, storage, scale: decimal.scale }];
  });
  const storages = columns.map(({ storage }) => storage);
  if (decimals.length === 0) return storages;
  const read = readExpression({ path, delimiter: ',', columns: columns.length, even: true }, true);
  const largest = decimals.map(({ i, storage }) => `max(abs(c${i + 1}::${storage}))::varchar`);
  const [row = []] = (
    await connection.runAndReadAll(`select ${largest.join(', ')} from ${read}`)
  ).getRows();
  decimals.forEach(({ i, scale }, at) => {
    const [whole = ''] = String(row[at] ?? '0').split('.');
    if (scale === 0 && BigInt(whole) <= largestWhole) storages[i] = 'BIGINT';
    else storages[i] = `DECIMAL(${Math.max(1, whole.length) + scale},${scale})`;
  });
  return storages;
}
