import type { DateOrder, OtherReading } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableColumn } from '../table/table-column.ts';
import { literal } from '../database/sql.ts';
import type { Note } from './column-notes.ts';
import { copyClosely, keptText, repeatsHeader } from './copy-closely.ts';
import { copyPlainly, parquetOptions } from './copy-plainly.ts';
import { guessTypes, sampleColumns, sampleRecords } from './guess-types.ts';
import { findHints } from './find-hints.ts';
import { interpretColumns, type Interpreted, type TextColumns } from './interpret-columns.ts';
import type { StatedReading } from './stated-reading.ts';
import { nameColumns } from './name-columns.ts';
import { findOtherReadings } from './other-readings.ts';
import type { Readable } from './read-counted.ts';
import type { TemporaryFiles } from './temporary-files.ts';
import { refuseEmptyTable } from './refuse-empty-table.ts';

export interface AdmittedColumn extends TableColumn {
  /** What at least half of its cells could be read as besides. */
  readonly other_readings?: OtherReading[];
}
/** What was found of a table that was written. */
export interface Written {
  readonly columns: AdmittedColumn[];
  readonly decimalMark: '.' | ',';
  readonly dateOrder: DateOrder | null;
  readonly missingWords: string[];
  readonly notes: readonly Note[];
}
/**
 * Null where the header occurs among the rows of a file that was read plainly. Columns of `kept`
 * are text.
 */
export async function writeTable(
  connection: DuckDBConnection,
  { table: read, looked, careful, rows }: Readable,
  given: readonly string[] | undefined,
  stated: StatedReading,
  temporary: Pick<TemporaryFiles, 'part' | 'cells'>,
  kept: ReadonlySet<string> = new Set(),
): Promise<Written | null> {
  const parquet = temporary.part;
  refuseEmptyTable({ looked, rows });
  const { names, notes } =
    given === undefined
      ? nameColumns(looked.names, looked.width, looked.preamble + 1)
      : { names: [...given], notes: [] };
  const records = careful
    ? await firstRecords(connection, read)
    : looked.sample.slice(0, sampleRecords);
  const samples = await sampleColumns(connection, read, names.length, records, rows ?? Infinity);
  const text: TextColumns = {
    table: read,
    names,
    samples,
    delimiter: looked.dialect.delimiter,
    rows: rows ?? Infinity,
  };
  const interpreted = await keepRewritten(
    connection,
    await interpretColumns(connection, text, stated, false, kept),
    temporary.cells,
  );
  const plainly =
    interpreted.table === read
      ? samples
      : await sampleColumns(
          connection,
          interpreted.table,
          names.length,
          await firstRecords(connection, interpreted.table),
          rows ?? Infinity,
        );
  const guesses = guessTypes(names, plainly).map((guess) => keptText(guess, stated, interpreted));
  const header = careful ? null : looked.names;
  // Cells are only rewritten as numbers where they are kept as numbers.
  const again = (misread: readonly string[]) =>
    writeTable(
      connection,
      { table: read, looked, careful, rows },
      given,
      stated,
      temporary,
      new Set([...kept, ...misread]),
    );
  const withOthers = async (written: Written): Promise<Written> => {
    const others = await findOtherReadings(
      connection,
      `read_parquet(${literal(parquet)})`,
      written.columns,
      samples,
      written,
      (name) => stated.text_columns?.includes(name) === true,
      written.notes,
    );
    const hints = await findHints(
      connection,
      `read_parquet(${literal(parquet)})`,
      written.columns,
      samples,
    );
    return {
      ...written,
      columns: written.columns.map((column, i) => {
        const readings = others.readings.get(i);
        return readings === undefined ? column : { ...column, other_readings: readings };
      }),
      notes: [...written.notes, ...others.notes, ...hints],
    };
  };
  const plain = await copyPlainly(connection, interpreted.table, guesses, parquet);
  if (plain !== null) {
    if (await repeatsHeader(connection, `read_parquet(${literal(parquet)})`, header, plain.columns))
      return null;
    const misread = textsOf(plain.columns, interpreted);
    if (misread.length > 0) return again(misread);
    return withOthers({
      ...interpreted,
      columns: plain.columns,
      missingWords: [],
      notes: [...notes, ...interpreted.notes, ...plain.notes],
    });
  }
  const close = await copyClosely(
    connection,
    text,
    interpreted,
    guesses,
    stated,
    header,
    parquet,
    kept,
  );
  if (close === null) return null;
  const misread = textsOf(close.types.columns, close.interpreted);
  return misread.length > 0
    ? again(misread)
    : withOthers({
        ...close.interpreted,
        columns: close.types.columns,
        missingWords: close.types.missingWords,
        notes: [...notes, ...close.interpreted.notes, ...close.types.notes],
      });
}

/** Rewritten columns from which on their cells are written down before they are looked at again. */
const many = 30;

/** A query that rewrites hundreds of columns takes seconds to plan, and would be planned four times. */
async function keepRewritten(
  connection: DuckDBConnection,
  interpreted: Interpreted,
  path: string,
): Promise<Interpreted> {
  if (interpreted.rewritten < many) return interpreted;
  await connection.run(
    `copy (select * from ${interpreted.table}) to ${literal(path)} ${parquetOptions}`,
  );
  return { ...interpreted, table: `read_parquet(${literal(path)})` };
}

/** Columns that were rewritten as numbers and came out as text. */
const textsOf = (columns: readonly TableColumn[], { asNumbers }: Interpreted): string[] =>
  columns
    .filter(({ name, storage }) => storage === 'VARCHAR' && asNumbers.includes(name))
    .map(({ name }) => name);
/** The first records as text, '' for an empty field. */
export async function firstRecords(
  connection: DuckDBConnection,
  table: string,
): Promise<string[][]> {
  const read = await connection.runAndReadAll(`select * from ${table} limit ${sampleRecords}`);
  return read.getRows().map((row) => row.map((value) => String(value ?? '')));
}
