import type { DuckDBConnection } from '@duckdb/node-api';
import { open, stat } from 'node:fs/promises';
import { z } from 'zod';
import { literal } from '../database/sql.ts';
import type { TableColumn } from '../table/table-column.ts';
import { hasSpacedQuotes, readAgain, type SecondRecord } from './read-again.ts';
import type { OpenedText } from './open-text.ts';
import { splitLines } from './text-lines.ts';

/** Records from the beginning that are compared. */
export const firstRecords = 1000;
/** Records of each place further on. */
const laterRecords = 50;
/** Where to look further on, as shares of the text. */
const places = [1 / 3, 2 / 3, 1];
const placeBytes = 32 * 1024;

export interface Difference {
  /** Of the file, where it is known. */
  readonly line: number | null;
  readonly raw: string;
  readonly ours: readonly string[];
}
export interface Compared {
  readonly records: number;
  readonly differences: readonly Difference[];
}

/** Places further on in a text that was read as it is, against the table that was written. */
export async function compareLater(
  connection: DuckDBConnection,
  { looked, text, checkpoints }: OpenedText,
  parquet: string,
  columns: readonly TableColumn[],
  missingWords: readonly string[],
): Promise<Compared> {
  const { size } = await stat(text.path);
  const beyond = checkpoints.filter(
    ({ records, offset }) => records > firstRecords && text.skip + offset < size,
  );
  const chosen = new Set(
    places.map((share) => beyond[Math.max(0, Math.ceil(share * beyond.length) - 1)]),
  );
  const records = new Map<number, SecondRecord>();
  for (const place of chosen) {
    if (place === undefined) continue;
    const found = await recordsAt(text.path, text.skip + place.offset, looked.dialect);
    found?.forEach((record, at) => records.set(place.records - looked.headerRows + at, record));
  }
  const rows = await rowsAt(connection, parquet, columns.length, [...records.keys()]);
  const differences = [...records].flatMap(([at, { fields, raw }]): Difference[] => {
    const row = rows.get(at) ?? [];
    const same =
      fields.length === row.length &&
      fields.every((field, i) =>
        sameValue(field, row[i] ?? null, columns[i]?.storage ?? '', missingWords),
      );
    return same || hasSpacedQuotes(raw, looked.dialect)
      ? []
      : [{ line: null, raw, ours: row.map((cell) => cell ?? '') }];
  });
  return { records: records.size, differences };
}

/** Cells of these rows of a Parquet file as text. One query: each reads the file. */
async function rowsAt(
  connection: DuckDBConnection,
  parquet: string,
  width: number,
  rows: readonly number[],
): Promise<ReadonlyMap<number, readonly (string | null)[]>> {
  if (rows.length === 0) return new Map();
  const cells = Array.from({ length: width }, (_, at) => `c${at + 1}::varchar`).join(', ');
  const read = await connection.runAndReadAll(
    `select file_row_number::double, ${cells} from read_parquet(${literal(parquet)}, file_row_number = true) ` +
      `where ${runsIn(rows)
        .map(({ from, to }) => `(file_row_number >= ${from} and file_row_number <= ${to})`)
        .join(' or ')}`,
  );
  return new Map(
    z
      .array(z.tuple([z.number()], z.string().nullable()))
      .parse(read.getRows())
      .map(([at, ...row]) => [at, row]),
  );
}

/** Numbers that follow each other, as their ends. */
function runsIn(numbers: readonly number[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.to === number - 1) last.to = number;
    else runs.push({ from: number, to: number });
  }
  return runs;
}

/** The records that begin at a byte of a file; at most fifty, all of them whole. */
async function recordsAt(
  path: string,
  offset: number,
  dialect: OpenedText['looked']['dialect'],
): Promise<SecondRecord[] | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(placeBytes), 0, placeBytes, offset);
    // The last record may be cut off, even within a character.
    const lines = splitLines(buffer.subarray(0, bytesRead).toString('utf8'));
    const whole = bytesRead < placeBytes ? lines : lines.slice(0, -1);
    const records = readAgain(
      whole.map(({ text, end }) => text + end).join(''),
      dialect,
      laterRecords + 1,
    );
    // Within quotes the last one may be cut off all the same.
    return (
      records?.slice(
        0,
        bytesRead < placeBytes ? laterRecords : Math.min(laterRecords, records.length - 1),
      ) ?? null
    );
  } finally {
    await file.close();
  }
}

const plainNumber = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const isNumber = (storage: string): boolean => /INT|DECIMAL|DOUBLE/.test(storage);

/**
 * Whether a text may have become this value. What admission converts (dates, marks of thousands)
 * is not compared.
 */
function sameValue(
  text: string,
  value: string | null,
  storage: string,
  missingWords: readonly string[],
): boolean {
  const trimmed = text.trim();
  if (value === null) return trimmed === '' || missingWords.includes(trimmed);
  if (storage === 'VARCHAR') return text === value || trimmed === value;
  if (trimmed === '') return false;
  if (isNumber(storage) && plainNumber.test(trimmed)) return Number(trimmed) === Number(value);
  return true;
}
