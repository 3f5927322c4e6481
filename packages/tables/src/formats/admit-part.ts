import { AppError, type FilePart } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { stat } from 'node:fs/promises';
import { admitFile, rowsOf, type AdmittedFile, type FileToAdmit } from '../admission/admit-file.ts';
import type { AdmitProgress } from '../admission/inputs.ts';
import type { Note } from '../admission/column-notes.ts';
import { noteTotals } from '../admission/note-totals.ts';
import type { TemporaryFiles } from '../admission/temporary-files.ts';
import { readRange } from './cell-range.ts';
import type { FileFormat, FileToRead, OpenedPart } from './define-format.ts';
import { dialectOfFields } from './dialect-of-fields.ts';
import { lookAtFile } from './look-at-file.ts';
import { withTables } from './name-tables.ts';
import { formatOf } from './registry.ts';
import { totalsQuestion } from './grid-notes.ts';
import { writeColumns } from './write-columns.ts';
import { mostTextOf, mostUnpacked } from './write-fields.ts';
import { writeGrid } from './write-grid.ts';
import { writeTyped } from './write-typed.ts';

export interface PartToAdmit extends FileToAdmit {
  /** Which table of the file. */
  readonly part: FilePart;
  /** The name that the file came with, whose ending may say its format. */
  readonly filename?: string | undefined;
}

export interface AdmittedPart extends AdmittedFile {
  /** The same part, with what was found: to be read again just so. */
  readonly part: FilePart;
}

/** Opens a file by its format. Throws invalid_file. */
export async function openFile(
  connection: DuckDBConnection,
  { source, filename, part }: Pick<PartToAdmit, 'source' | 'filename' | 'part'>,
  { taken, inner }: Pick<TemporaryFiles, 'taken' | 'inner'>,
  signal: AbortSignal,
  onProgress: (share: number) => void = () => {},
): Promise<{ format: FileFormat; file: FileToRead }> {
  const known = await lookAtFile(source, filename ?? null);
  const format = await formatOf(known, part);
  return {
    format,
    file: { ...known, connection, taken, inner, mostBytes: mostUnpacked, signal, onProgress },
  };
}

/**
 * Reads one table of an imported file into `temporary.part`, as `admitFile` does with a CSV file.
 * Cells that the file types keep their types. Throws invalid_file, invalid_input.
 */
export async function admitPart(
  connection: DuckDBConnection,
  aside: DuckDBConnection,
  asked: PartToAdmit,
  temporary: TemporaryFiles,
  signal: AbortSignal,
  onProgress: (progress: AdmitProgress) => void,
): Promise<AdmittedPart> {
  const { part } = asked;
  const opened = await openFile(connection, asked, temporary, signal, (share) =>
    onProgress({ step: 'reading', share: 0.8 * share }),
  );
  const read = (table: string | undefined): Promise<AdmittedPart> =>
    admitTable(
      connection,
      aside,
      { ...asked, part: { ...part, ...(table === undefined ? {} : { table }) } },
      opened,
      temporary,
      onProgress,
    );
  try {
    return await read(part.table);
  } catch (error) {
    throw part.table === undefined
      ? await withTables(error, () => opened.format.list(opened.file), read)
      : error;
  }
}

/** Reads the table of an opened file that the part names, else the first that can be read. */
async function admitTable(
  connection: DuckDBConnection,
  aside: DuckDBConnection,
  asked: PartToAdmit,
  { format, file }: Awaited<ReturnType<typeof openFile>>,
  temporary: TemporaryFiles,
  onProgress: (progress: AdmitProgress) => void,
): Promise<AdmittedPart> {
  const { part, reading = {} } = asked;
  const range = readRange(part.range);
  const opened = await format.read(file, part);
  const { source, table } = opened;
  if (part.range !== undefined && source.shape !== 'grid')
    throw new AppError('invalid_input', 'Only sheets have ranges of cells.', {
      fix: 'Leave range out.',
      errors: [{ field: 'range', message: 'The file has no sheets.' }],
    });
  const found: FilePart = {
    format: format.name,
    ...(table === null ? {} : { table }),
    ...(part.range === undefined ? {} : { range: part.range }),
    ...(part.explode === undefined ? {} : { explode: part.explode }),
    ...(part.borders === undefined ? {} : { borders: part.borders }),
  };
  if (source.shape === 'text') {
    const admitted = await admitFile(
      connection,
      aside,
      { ...asked, source: source.path, reading: { ...source.reading, ...reading } },
      temporary,
      onProgress,
    );
    return withSource(admitted, found, format, opened, null, source.notes());
  }
  const written =
    source.shape === 'columns'
      ? await writeColumns(source, temporary.even, mostTextOf((await stat(asked.source)).size))
      : await writeGrid(
          source,
          range,
          { headerRows: reading.header_rows, skipped: reading.skip_lines },
          temporary.even,
        );
  const { columns, notes } = await writeTyped(
    connection,
    written,
    { path: temporary.even, hasNames: false },
    reading,
    temporary.part,
  ).catch((error: unknown) => {
    throw source.shape === 'columns' ? beyondType(format.title, error) : error;
  });
  const rows = await rowsOf(connection, temporary.part);
  if (rows !== written.rows)
    throw new AppError(
      'invalid_file',
      `The file cannot be read without doubt: ${written.rows} rows were counted, ${rows} could be read.`,
      { fix: 'Save the table as CSV, then upload the .csv file.' },
    );
  onProgress({ step: 'reading', share: 1 });
  const totals = await noteTotals(connection, temporary.part, columns, rows);
  const questions = [
    ...written.questions,
    ...(written.range === null ? [] : totalsQuestion(totals, readRange(written.range), rows)),
  ];
  const admitted: AdmittedFile = {
    rowCount: rows,
    columns,
    dialect: dialectOfFields(written),
    admission: {
      rows_read: rows,
      rows_repaired: 0,
      rows_rejected: 0,
      repairs_file: false,
      notes: [...written.notes, ...notes, ...totals],
      ...(questions.length === 0 ? {} : { questions }),
    },
  };
  return withSource(admitted, found, format, opened, written.range, []);
}

/** A value that does not fit the type that the file states for its column is the file's fault. */
const beyondType = (title: string, error: unknown): unknown =>
  error instanceof Error && error.message.startsWith('Conversion Error')
    ? new AppError(
        'invalid_file',
        `This ${title} is damaged: a value does not fit the type that the file states for its column.`,
        { fix: 'Write the file again where it comes from, then import it.' },
        { cause: error },
      )
    : error;

function withSource(
  admitted: AdmittedFile,
  part: FilePart,
  { name, title }: FileFormat,
  { source, table, tables }: OpenedPart,
  range: string | null,
  notes: readonly Note[],
): AdmittedPart {
  return {
    ...admitted,
    part,
    admission: {
      ...admitted.admission,
      notes: [...notes, ...admitted.admission.notes],
      source: { format: name, title, table, range, tables, typed: source.shape !== 'text' },
    },
  };
}
