import { AppError } from '@columnist/contract';
import { open, stat } from 'node:fs/promises';
import { AdmissionLog } from './admission-log.ts';
import type { ColumnProfiles } from './column-profile.ts';
import { detectDialect, type StatedDialect } from './detect-dialect.ts';
import { splitRecord, type FieldDialect } from './field-dialect.ts';
import { findStructure, joinHeaders, presentCells } from './find-structure.ts';
import type { StatedWriting } from './interpret-columns.ts';
import type { PreparedText } from './prepare-text.ts';
import type { CarefulPlan } from './read-carefully.ts';
import { readOddlyQuoted } from './read-oddly-quoted.ts';
import { readAllRecords, type RawRecord } from './read-records.ts';
import { maxColumns } from './scan-records.ts';
import { splitLines, type TextLine } from './text-lines.ts';

/** What a person may state about a file; what is left out is detected. */
export interface StatedReading extends StatedDialect, StatedWriting {
  readonly encoding?: string | undefined;
  /** Lines before the table. */
  readonly skip_lines?: number | undefined;
  /** Lines of names; 0 where there are none. */
  readonly header_rows?: number | undefined;
  /** Lines that begin with this are no rows. */
  readonly comment?: string | null | undefined;
}

/** What the beginning and the end of a file say about it. */
export interface Looked extends CarefulPlan {
  /** Names of the columns as the header gives them; null without a header. */
  readonly names: string[] | null;
  readonly headerRows: number;
  /** Lines before the header. */
  readonly preamble: number;
  /** Nothing seen so far speaks against reading the file as RFC 4180 with this delimiter. */
  readonly plain: boolean;
  /** The first records below the header, as they are. */
  readonly sample: string[][];
}

/** Lines that the dialect is found from, and those that the structure is found from. */
const dialectLines = 400;
const structureLines = 1500;
const tailBytes = 64 * 1024;

/**
 * Looks at the first lines and the last ones of a text. What is before the table is written to
 * the log.
 */
export async function lookAtText(
  text: PreparedText,
  stated: StatedReading,
  log: AdmissionLog,
): Promise<Looked> {
  const size = (await stat(text.path)).size - text.skip;
  const head = splitLines(text.head.toString('utf8'));
  if (size > text.head.length) head.pop();
  // Excel's way to name the delimiter.
  const named = /^"?sep=(.{1,3}?)"?$/i.exec(head[0]?.text ?? '')?.[1];
  const skipped = stated.skip_lines ?? (named === undefined ? 0 : 1);
  const lines = head.slice(skipped, skipped + structureLines);
  const comment = stated.comment === undefined ? findComment(lines) : stated.comment;
  const content =
    comment === null ? lines : lines.filter(({ text: line }) => !line.startsWith(comment));
  if (content.every(({ text: line }) => line.trim() === ''))
    throw new AppError('invalid_file', 'The file has no rows, only blank lines.', {
      row: 1,
      fix: 'Upload a file with a header line and at least one row.',
    });
  const { dialect, width } = detectDialect(content.slice(0, dialectLines), {
    ...(named === undefined ? {} : { delimiter: named }),
    ...stated,
  });
  if (width > maxColumns)
    throw new AppError(
      'invalid_file',
      `Line ${content[0]?.number ?? 1} has ${width} columns; at most ${maxColumns} can be read.`,
      {
        row: content[0]?.number ?? 1,
        fix: 'Keep the columns you need, or turn the table so that these columns become rows.',
      },
    );
  const goesOn = size > text.head.length || skipped + structureLines < head.length;
  const asWritten = readAllRecords(content, dialect, null, goesOn);
  const even = asWritten.every(({ sound, fields }) => sound && fields.length === width);
  // What is even as it is written needs no doubt whether a quote is a stray.
  const records = even ? asWritten : readAllRecords(content, dialect, width, goesOn);
  const structure = findStructure(records, width, {
    headerRows: stated.header_rows,
    ...(stated.skip_lines === undefined ? {} : { start: 0 }),
  });
  const { start, headerRows, profiles } = structure;
  const headers = records.slice(start, start + headerRows);
  const names =
    headerRows === 0
      ? null
      : joinHeaders(
          headers.map((record) => repairHeader(record, dialect, width, profiles, log)),
          width,
        );
  const firstRow = records[start + headerRows]?.line ?? Number.MAX_SAFE_INTEGER;
  const begin = records[start]?.line ?? 1;
  const before = records.slice(0, start).filter(({ fields }) => fields.length > 1);
  const act =
    before.length > 2 &&
    new Set(before.map(({ fields }) => fields.length)).size === 1 &&
    presentCells(before[0]?.fields ?? []) > 1
      ? 'other_table'
      : 'preamble';
  for (const line of head.slice(0, begin - 1))
    if (line.text.trim() !== '')
      log.record(
        comment !== null && line.text.startsWith(comment) ? 'comment' : act,
        line.number,
        line.text,
        null,
      );
  const plain =
    even &&
    comment === null &&
    start === 0 &&
    skipped === 0 &&
    headerRows <= 1 &&
    !dialect.repeated &&
    dialect.delimiter.length === 1 &&
    dialect.delimiter !== ' ' &&
    dialect.delimiter.charCodeAt(0) < 128 &&
    dialect.quote === '"' &&
    dialect.escape === '"' &&
    !(await endsOddly(text, dialect, width));
  return {
    dialect,
    width,
    firstRow,
    header: headers.at(-1)?.fields ?? null,
    comment,
    profiles,
    strays: !even,
    names,
    headerRows,
    preamble: begin - 1,
    plain,
    sample: records.slice(start + headerRows).map(({ fields }) => fields),
  };
}

/** '#' where lines before the table begin with it. */
function findComment(lines: readonly TextLine[]): string | null {
  const first = lines.find(({ text }) => text.trim() !== '');
  if (first === undefined || !/^#(?:[\s!#]|\w+[ :=])/.test(first.text)) return null;
  return lines.some(({ text }) => text.trim() !== '' && !text.startsWith('#')) ? '#' : null;
}

function repairHeader(
  record: RawRecord,
  dialect: FieldDialect,
  width: number,
  profiles: ColumnProfiles,
  log: AdmissionLog,
): string[] {
  if (record.sound && record.fields.length === width) return record.fields;
  const odd = record.sound
    ? record.fields
    : (readOddlyQuoted(record.text, dialect, width)?.fields ?? record.fields);
  const other =
    odd.length < width
      ? [',', ';', '\t', '|', ', ', ' ']
          .map((delimiter) => splitRecord(record.text, { ...dialect, delimiter }).fields)
          .find((fields) => fields.length === width)
      : undefined;
  let fields = other ?? odd;
  for (let j = fields.length - 1; j >= 0 && fields.length > width; j--)
    if (fields[j]?.trim() === '') fields = fields.toSpliced(j, 1);
  // One name too few: the first column holds names of rows, as R writes them, unless it is the last
  // that is empty.
  const kind = profiles.typedKind(0);
  if (
    record.sound &&
    fields.length === width - 1 &&
    !profiles.isEmpty(width - 1) &&
    (kind === null || kind === 'number')
  )
    fields = ['', ...fields];
  const names = Array.from({ length: width }, (_, j) =>
    j < width - 1 ? (fields[j] ?? '') : fields.slice(j).join(dialect.delimiter),
  );
  log.record('header_repaired', record.line, record.text, names);
  return names;
}

/** The last records are empty, or of one cell alone, or are not of the table's width. */
async function endsOddly(
  text: PreparedText,
  dialect: FieldDialect,
  width: number,
): Promise<boolean> {
  if (width < 3) return false;
  const file = await open(text.path);
  try {
    const { size } = await file.stat();
    const from = Math.max(text.skip, size - tailBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    const lines = splitLines(buffer.subarray(0, bytesRead).toString('utf8'));
    const last = lines.findLast((line) => line.text.trim() !== '');
    if (last === undefined) return false;
    const { fields, open: isOpen, odd } = splitRecord(last.text, dialect);
    return !isOpen && !odd && fields.length === width && presentCells(fields) <= 1;
  } finally {
    await file.close();
  }
}
