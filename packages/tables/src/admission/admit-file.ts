import type { Admission, Dialect } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { AdmitProgress } from './inputs.ts';
import { literal } from '../database/sql.ts';
import { compareReadings } from './compare-readings.ts';
import { encodingQuestions } from './encoding-questions.ts';
import type { StatedReading } from './stated-reading.ts';
import { noteTotals } from './note-totals.ts';
import type { OpenedText } from './open-text.ts';
import { readCounted } from './read-counted.ts';
import type { TemporaryFiles } from './temporary-files.ts';
import { writeTable, type AdmittedColumn, type Written } from './write-table.ts';

export interface FileToAdmit {
  /** The bytes as uploaded; only read. */
  readonly source: string;
  /** The Parquet file to come. */
  readonly parquet: string;
  /** What is known of how it is written. */
  readonly reading?: StatedReading | undefined;
  /** Bytes of text that a compressed file may hold. */
  readonly mostBytes?: number | undefined;
  /** Column names of a comma-separated file without a header line. */
  readonly names?: readonly string[] | undefined;
}

export interface AdmittedFile {
  readonly rowCount: number;
  readonly columns: AdmittedColumn[];
  readonly dialect: Dialect;
  readonly admission: Admission;
}

/** How values that are sent along are written. */
const ofValues: StatedReading = {
  encoding: 'utf-8',
  delimiter: ',',
  quote: '"',
  escape: '"',
  header_rows: 0,
  skip_lines: 0,
  comment: null,
};

/**
 * Reads a CSV file into `temporary.part`, a Parquet file with fields c1, c2, … Rows are counted
 * before DuckDB reads them;
 * it must then read the same number, else the file is refused. Throws invalid_file with the line
 * and what to do.
 */
export async function admitFile(
  connection: DuckDBConnection,
  aside: DuckDBConnection,
  { source, names: given, reading, mostBytes }: FileToAdmit,
  temporary: TemporaryFiles,
  onProgress: (progress: AdmitProgress) => void,
): Promise<AdmittedFile> {
  const stated: StatedReading = given === undefined ? (reading ?? {}) : { ...ofValues, ...reading };
  const { opened, result } = await readCounted(
    source,
    stated,
    temporary,
    (share) => onProgress({ step: 'reading', share }),
    async (readable) => {
      const written = await writeTable(connection, readable, given, stated, temporary);
      return written === null
        ? null
        : { rows: await rowsOf(connection, temporary.part), result: written };
    },
    mostBytes,
  );
  const { rows, log, careful } = opened;
  const doubts = await compareReadings(
    connection,
    aside,
    opened,
    temporary.part,
    result.columns,
    result.missingWords,
  );
  const totals = await noteTotals(connection, temporary.part, result.columns, rows);
  const questions = [...encodingQuestions(opened.text), ...log.questions];
  return {
    rowCount: rows,
    columns: result.columns.map(({ name, storage, type, other_readings: others }) => ({
      name,
      storage,
      type,
      ...(others === undefined ? {} : { other_readings: others }),
    })),
    dialect: dialectOf(opened, result),
    admission: {
      rows_read: rows,
      rows_repaired: log.repaired,
      rows_rejected: log.rejected,
      repairs_file: careful && log.acted,
      notes: [...opened.notes, ...result.notes, ...totals, ...doubts],
      ...(questions.length === 0 ? {} : { questions }),
    },
  };
}

function dialectOf(
  { text, looked, quoted, lineEnding, rows, log }: OpenedText,
  { missingWords, decimalMark, dateOrder }: Written,
): Dialect {
  const { dialect, width } = looked;
  return {
    encoding: text.encoding,
    encoding_confidence: text.confidence,
    byte_order_mark: text.byteOrderMark,
    delimiter: dialect.delimiter,
    quote: quoted ? dialect.quote : null,
    escape: quoted ? dialect.escape : null,
    line_ending: lineEnding,
    preamble_lines: looked.preamble,
    header_rows: looked.headerRows,
    comment: looked.comment,
    missing_words: missingWords,
    rows_of_width: rows - log.repaired,
    width,
    decimal_mark: decimalMark,
    date_order: dateOrder,
  };
}

/** Rows of a Parquet file. */
export const rowsOf = async (connection: DuckDBConnection, parquet: string): Promise<number> =>
  Number(
    (
      await connection.runAndReadAll(
        `select count(*)::double from read_parquet(${literal(parquet)})`,
      )
    ).value(0, 0),
  );
