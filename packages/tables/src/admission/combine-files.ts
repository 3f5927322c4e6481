import type { ReadingQuestion } from '@columnist/contract';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { open, rm, type FileHandle } from 'node:fs/promises';
import type { Note } from './column-notes.ts';
import { encodingQuestions } from './encoding-questions.ts';
import { writeRecord } from './field-dialect.ts';
import { gatherRepairs, type RepairsOfParts } from './gather-repairs.ts';
import type { StatedReading } from './stated-reading.ts';
import { nameColumns } from './name-columns.ts';
import type { OpenedText } from './open-text.ts';
import { reconcileMarks, type Reconciled, type Writing } from './reconcile-marks.ts';
import { readCounted, type CountedRead, type ReadRows } from './read-counted.ts';
import { namesToRepeat, repeatsNames } from './repeats-names.ts';
import { requireSameNames } from './require-same-names.ts';
import { watchCodes, watchShortCodes, type CodesOfColumns } from './short-codes.ts';
import { temporaryFiles } from './temporary-files.ts';

export interface Part {
  readonly source: string;
  readonly stated: StatedReading;
}

interface PartWritten {
  readonly names: readonly string[];
  /** Where its last row ends in the output, in bytes. */
  readonly end: number;
  readonly reconciled: Reconciled | null;
  /** What the columns of the first part hold. */
  readonly codes: CodesOfColumns;
  readonly notes: readonly Note[];
}

/** What was found in a part, and done to its lines, before its rows were written. */
export interface PartRead {
  readonly rows: number;
  readonly notes: Note[];
  readonly questions: ReadingQuestion[];
  readonly repaired: number;
  readonly rejected: number;
}

export interface Combined {
  readonly parts: PartRead[];
  /** The decimal mark by which the rows are to be read; null where they tell it. */
  readonly decimal_mark: '.' | ',' | null;
  /** Between the fields. */
  readonly delimiter: ',' | ';';
  readonly notes: Note[];
  /** Whether there is a table of lines that were changed. */
  readonly hasRepairs: boolean;
}

/**
 * Writes the rows of the parts below one another as RFC 4180 text with one header, with the
 * delimiter of the first, which is written as `above` says, if it is a semicolon; columns are
 * matched by name. Cells are kept as written, but numbers of a part with another decimal mark than
 * the first get its mark. What was done to lines is said of each part; the lines of the last part
 * that were changed are written as `repairs` says, if there are any. Throws invalid_file where a part
 * lacks a column or has one more, or where other rows are read than are counted.
 */
export async function combineFiles(
  parts: readonly Part[],
  to: string,
  scratch: string,
  above: Writing,
  repairs: RepairsOfParts,
): Promise<Combined> {
  const output = await open(to, 'w');
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  let before: Pick<PartWritten, 'names' | 'codes'> | null = null;
  let end = 0;
  const read: PartRead[] = [];
  const notes: Note[] = [];
  let mark = above.decimalMark;
  let hasRepairs = false;
  try {
    for (const [i, { source, stated }] of parts.entries()) {
      const temporary = temporaryFiles(`${scratch}.${i}`);
      try {
        const part: CountedRead<PartWritten> = await readCounted(
          source,
          stated,
          temporary,
          () => undefined,
          partWriter(
            { connection, output, stated, above: { ...above, decimalMark: mark } },
            before,
            end,
          ),
        );
        ({ end } = part.result);
        before ??= part.result;
        const { reconciled } = part.result;
        if (mark !== 'both') mark = reconciled?.decimalMark ?? mark;
        notes.push(...(reconciled?.notes ?? []), ...part.result.notes);
        const isLast = i === parts.length - 1;
        const isChanged = part.opened.careful && part.opened.log.acted;
        hasRepairs = isLast && (isChanged || repairs.earlier !== undefined);
        if (hasRepairs) await gatherRepairs(isChanged ? temporary.repairs : null, repairs);
        read.push(partRead(part.opened));
      } finally {
        await Promise.all(Object.values(temporary).map((path) => rm(path, { force: true })));
      }
    }
    return {
      parts: read,
      hasRepairs,
      decimal_mark: mark === 'both' ? null : mark,
      delimiter: combinedDelimiter(above),
      notes,
    };
  } finally {
    connection.closeSync();
    instance.closeSync();
    await output.close();
  }
}

const partRead = ({ rows, notes, log, text }: OpenedText): PartRead => ({
  rows,
  notes: [...notes],
  questions: [...encodingQuestions(text), ...log.questions],
  repaired: log.repaired,
  rejected: log.rejected,
});

interface PartOutput {
  readonly connection: DuckDBConnection;
  readonly output: FileHandle;
  readonly stated: StatedReading;
  readonly above: Writing;
}

/** Writes the rows of a part from a place of the output on; the first part gives the names. */
const partWriter =
  (
    { connection, output, stated, above }: PartOutput,
    before: Pick<PartWritten, 'names' | 'codes'> | null,
    begin: number,
  ): ReadRows<PartWritten> =>
  async (readable) => {
    const { table, looked, careful, rows } = readable;
    const here: readonly string[] = nameColumns(looked.names, looked.width).names;
    const names = before?.names ?? here;
    requireSameNames(names, here);
    await output.truncate(begin);
    let end = begin;
    const write = async (text: string): Promise<void> => {
      end += (await output.write(text, end)).bytesWritten;
    };
    const delimiter = combinedDelimiter(above);
    const reconciled =
      before === null || rows === 0
        ? null
        : await reconcileMarks(connection, readable, here, stated, above);
    if (before === null) await write(`${writeRecord(here, delimiter)}\n`);
    const order = names.map((name) => here.indexOf(name));
    const codes = watchCodes(before === null ? names.length : 0);
    const short = watchShortCodes(before?.codes ?? []);
    const found =
      rows === 0
        ? 0
        : await writeRows(
            connection,
            reconciled?.table ?? table,
            order,
            careful ? null : namesToRepeat(looked.names),
            (record) => {
              codes.see(record);
              short.see(record);
              return writeRecord(record, delimiter);
            },
            write,
          );
    return found === null
      ? null
      : {
          rows: found,
          result: { names, end, reconciled, codes: codes.found, notes: short.notes(names) },
        };
  };

/** A semicolon says something of decimal marks and is kept. */
const combinedDelimiter = ({ delimiter }: Writing): ',' | ';' => (delimiter === ';' ? ';' : ',');

/**
 * Writes the fields of all rows in an order of columns; answers how many there are, or null where
 * the header is among them.
 */
async function writeRows(
  connection: DuckDBConnection,
  table: string,
  order: readonly number[],
  header: ReadonlyMap<number, string> | null,
  written: (record: readonly string[]) => string,
  write: (text: string) => Promise<void>,
): Promise<number | null> {
  let found = 0;
  const rows = await connection.stream(`select * from ${table}`);
  for (
    let chunk = await rows.fetchChunk();
    chunk !== null && chunk.rowCount > 0;
    chunk = await rows.fetchChunk()
  ) {
    const records = chunk.getRows().map((row) => row.map((cell) => String(cell ?? '')));
    if (records.some((record) => repeatsNames(record, header))) return null;
    await write(
      records.map((record) => `${written(order.map((place) => record[place] ?? ''))}\n`).join(''),
    );
    found += records.length;
  }
  return found;
}
