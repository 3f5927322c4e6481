import type { DateOrder, OtherReading } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { isDeepStrictEqual } from 'node:util';
import { decimalOf, type TableColumn } from '../table/table-column.ts';
import { literal } from '../database/sql.ts';
import type { Note } from './column-notes.ts';
import { copyPlainly, parquetOptions } from './copy-plainly.ts';
import { decideTypes, type TypeDecision } from './decide-types.ts';
import { guessTypes, sampleColumns, sampleRecords } from './guess-types.ts';
import { findHints } from './find-hints.ts';
import { interpretColumns, type Interpreted, type TextColumns } from './interpret-columns.ts';
import type { StatedReading } from './stated-reading.ts';
import { nameColumns } from './name-columns.ts';
import { findOtherReadings } from './other-readings.ts';
import type { ColumnGuess } from './plain-reading.ts';
import type { Readable } from './read-counted.ts';
import { rewriteColumns } from './rewrite-columns.ts';
import type { TemporaryFiles } from './temporary-files.ts';
import { refuseEmptyTable } from './refuse-empty-table.ts';
import { namesToRepeat } from './repeats-names.ts';

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

const keptText = (
  guess: ColumnGuess,
  { text_columns: stated }: StatedReading,
  { asText }: Interpreted,
): ColumnGuess =>
  stated?.includes(guess.name) === true
    ? { ...guess, candidate: 'text', missing: [] }
    : asText.has(guess.name)
      ? { ...guess, candidate: 'text' }
      : guess;

/** Columns that were rewritten as numbers and came out as text. */
const textsOf = (columns: readonly TableColumn[], { asNumbers }: Interpreted): string[] =>
  columns
    .filter(({ name, storage }) => storage === 'VARCHAR' && asNumbers.includes(name))
    .map(({ name }) => name);
/**
 * Whether a row says the names of the columns again; those of columns that are not text cannot
 * be in one.
 */
async function repeatsHeader(
  connection: DuckDBConnection,
  source: string,
  names: readonly string[] | null,
  columns: readonly { readonly storage: string }[],
): Promise<boolean> {
  const repeated = namesToRepeat(
    names?.map((name, i) => (columns[i]?.storage === 'VARCHAR' ? name : '')) ?? null,
  );
  if (repeated === null) return false;
  const conditions = [...repeated].map(([i, name]) => `trim(c${i + 1}) = ${literal(name)}`);
  return (
    Number(
      (
        await connection.runAndReadAll(
          `select count(*)::double from ${source} where ${conditions.join(' and ')}`,
        )
      ).value(0, 0),
    ) > 0
  );
}

/** The first records as text, '' for an empty field. */
export async function firstRecords(
  connection: DuckDBConnection,
  table: string,
): Promise<string[][]> {
  const read = await connection.runAndReadAll(`select * from ${table} limit ${sampleRecords}`);
  return read.getRows().map((row) => row.map((value) => String(value ?? '')));
}

/**
 * Writes the table after a look at every cell; the text is read from the file once and kept in
 * memory meanwhile.
 */
async function copyClosely(
  connection: DuckDBConnection,
  text: TextColumns,
  interpreted: Interpreted,
  guesses: readonly ColumnGuess[],
  stated: StatedReading,
  header: readonly string[] | null,
  parquet: string,
  kept: ReadonlySet<string>,
): Promise<{ types: TypeDecision; interpreted: Interpreted } | null> {
  await connection.run(`create or replace temp table cells as select * from ${interpreted.table}`);
  if (
    await repeatsHeader(
      connection,
      'cells',
      header,
      guesses.map(() => ({ storage: 'VARCHAR' })),
    )
  )
    return null;
  let [source, decided, types] = [
    'cells',
    interpreted,
    await decideTypes(connection, 'cells', guesses),
  ];
  if (!interpreted.numbersAsked && surprises(guesses, types)) {
    // The first records did not show how numbers are written; what comes later may.
    const late = await interpretColumns(
      connection,
      { ...text, table: 'cells' },
      stated,
      true,
      kept,
    );
    // Dates are in order already.
    decided = {
      ...late,
      dateOrder: interpreted.dateOrder,
      // The second look has the first sample of columns that were rewritten by the first.
      notes: [
        ...late.notes.filter(
          (note) => !interpreted.notes.some((one) => isDeepStrictEqual(one, note)),
        ),
        ...interpreted.notes,
      ],
    };
    source = late.table;
    types = await decideTypes(
      connection,
      source,
      guesses.map((guess) => keptText(guess, stated, late)),
    );
  }
  const typed = rewriteColumns(
    source,
    types.columns.map(({ field }) => field),
    new Map(
      types.columns.flatMap(({ field, valueOf }) =>
        valueOf(field) === field
          ? []
          : [[field, (cell) => ({ text: valueOf(cell), values: [], level: 0 })] as const],
      ),
    ),
    text.rows,
  );
  await connection.run(`copy (select * from ${typed}) to ${literal(parquet)} ${parquetOptions}`);
  return { types, interpreted: decided };
}

/** A column of numbers by its first cells has others further on, or the first ones with a point. */
const surprises = (guesses: readonly ColumnGuess[], { columns }: TypeDecision): boolean =>
  guesses.some(({ candidate, style }, i) => {
    const storage = columns[i]?.storage ?? '';
    return (
      candidate === 'number' &&
      (storage === 'VARCHAR' || (style.scale === 0 && (decimalOf(storage)?.scale ?? 0) > 0))
    );
  });
