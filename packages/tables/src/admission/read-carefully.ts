import { AppError } from '@columnist/contract';
import { createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { AdmissionLog } from './admission-log.ts';
import { isRule, writeRecord, type FieldDialect } from './field-dialect.ts';
import { isBlank, readRecord, withoutNul, type RawRecord } from './read-records.ts';
import { repairRecord } from './repair-record.ts';
import type { ColumnProfiles } from './column-profile.ts';
import { cellKind } from './cell-kind.ts';
import { presentCells } from './find-structure.ts';
import { saysMissing } from './judge-header.ts';
import { maxRecordBytes } from './scan-records.ts';
import { LineReader } from './text-lines.ts';

/** A file whose table is known: where it begins, how wide it is and what its columns hold. */
export interface CarefulPlan {
  readonly dialect: FieldDialect;
  readonly width: number;
  /** Line of the first record below the header, 1-based. */
  readonly firstRow: number;
  /** Fields of the last header line, to know it again. */
  readonly header: readonly string[] | null;
  readonly comment: string | null;
  /** Rows end in a delimiter that the header does not have. */
  readonly endTrimmed: boolean;
  readonly profiles: ColumnProfiles;
  /** Quotes are out of order, or widths uneven, among the first records. */
  readonly strays: boolean;
}

export interface CarefulResult {
  readonly rows: number;
  readonly blankCount: number;
  readonly blankLines: readonly number[];
  readonly lineEnding: 'lf' | 'crlf' | 'cr' | 'mixed';
}

/** Rows of another shape in a run, from which on they are a table of their own. */
const otherTableRows = 3;
const mostHeld = 1000;
/** Lines with NUL bytes; a file with more of them is no text. */
const mostNulLines = 3;
/** Lines after which a text that is no table need not be read on. */
const earlyLook = 20_000;
/** Characters of output kept in memory. */
const flushed = 256 * 1024;

/**
 * Reads every line of a file that is not in order, repairs what a rule explains, and writes the
 * rows as RFC 4180 text.
 * Whatever is left out or changed goes to the log. Rows that are of one field alone are kept back
 * until it is known
 * whether the table goes on after them.
 */
export async function readCarefully(
  chunks: AsyncIterable<string>,
  plan: CarefulPlan,
  to: string,
  repairsTo: string,
  log: AdmissionLog,
): Promise<CarefulResult> {
  const lines = new LineReader(chunks, maxRecordBytes);
  const table = new Writer(to);
  const repairs = new Writer(repairsTo);
  repairs.add('line,action,text,read_as\n');
  const reader = new CarefulTable(plan, table, log);
  const ends = new Set<string>();
  let [blankCount, blankBefore, nulLines] = [0, false, 0];
  const blankLines: number[] = [];
  try {
    for (let line = await lines.next(); line !== null; line = await lines.next()) {
      if (line.end !== '') ends.add(line.end);
      if (line.number < plan.firstRow) continue;
      if (isBlank(line.text, plan.dialect)) {
        blankCount += 1;
        if (blankLines.length < 10) blankLines.push(line.number);
        blankBefore = true;
        continue;
      }
      if (plan.comment !== null && line.text.startsWith(plan.comment)) {
        log.record('comment', line.number, line.text, null);
        continue;
      }
      if (plan.dialect.framed === true && isRule(line.text)) {
        log.record('frame_line', line.number, line.text, null);
        continue;
      }
      const read = readRecord(line, lines.ahead, plan.dialect, plan.width, plan.strays);
      lines.skip(read.lines - 1);
      if (read.text.includes('\0')) {
        nulLines += 1;
        if (nulLines > mostNulLines) throw notText(line.number);
        log.record('nul_removed', line.number, read.text, null);
      }
      const record = withoutNul(read);
      reader.push(record, blankBefore);
      if (line.number % earlyLook === 0) refuseUnlessTable(reader.rows, log, plan.profiles);
      blankBefore = false;
      if (log.acted) for (const row of log.takeRepairs()) repairs.add(`${row}\n`);
      if (table.full) await table.flush();
      if (repairs.full) await repairs.flush();
    }
    reader.end();
    for (const row of log.takeRepairs()) repairs.add(`${row}\n`);
  } finally {
    await Promise.all([table.close(), repairs.close()]);
  }
  const lineEnding =
    ends.size > 1 ? 'mixed' : ends.has('\r\n') ? 'crlf' : ends.has('\r') ? 'cr' : 'lf';
  return { rows: reader.rows, blankCount, blankLines, lineEnding };
}

const notText = (line: number): AppError =>
  new AppError('invalid_file', `Line ${line} contains a NUL byte: this is not plain text.`, {
    row: line,
    fix: 'Save the file as "CSV UTF-8", then upload again.',
  });

/** The rows of the table as they come: repaired, left out or written. */
class CarefulTable {
  readonly #plan: CarefulPlan;
  readonly #to: Writer;
  readonly #log: AdmissionLog;
  /**
   * Records of the right width that are empty, or nearly so below an empty one: rows where the
   * table goes on, else its end.
   */
  #trailing: RawRecord[] = [];
  /** Records that do not fit in a run of one width, until it is known what they are. */
  #held: RawRecord[] = [];
  #heldAfterBlank = false;
  /** The record before was a line alone that was set aside. */
  #afterTitle = false;
  #otherWidth: number | null = null;
  rows = 0;

  constructor(plan: CarefulPlan, to: Writer, log: AdmissionLog) {
    this.#plan = plan;
    this.#to = to;
    this.#log = log;
  }

  push(read: RawRecord, blankBefore: boolean): void {
    const { width, header } = this.#plan;
    const record = this.#withoutEnd(read);
    const n = record.fields.length;
    const afterBlank = blankBefore || this.#afterTitle;
    this.#afterTitle = false;
    const isHeader =
      header !== null &&
      n > 1 &&
      n === width &&
      record.fields.every((field, j) => field.trim() === (header[j] ?? '').trim());
    if (this.#otherWidth !== null) {
      if (n === this.#otherWidth && !isHeader)
        return this.#log.record('other_table', record.line, record.text, null);
      if (n !== 1 || width === 1) this.#otherWidth = null;
    }
    if (record.sound && n === width) {
      if (this.#mayEndTable(record, afterBlank)) {
        this.#trailing.push(record);
        if (this.#trailing.length > mostHeld) this.#release(false);
        return;
      }
      if (this.#isBelowEnd(record)) {
        this.#held.push(record);
        return;
      }
      this.#release(false);
      if (isHeader) return this.#log.record('header_repeated', record.line, record.text, null);
      const apart = afterBlank || this.#afterTitle;
      this.#afterTitle = false;
      if (apart && this.rows > 0 && this.#isOtherHeader(record)) {
        this.#otherWidth = n;
        this.#log.offerTable(record.line, record.text);
        return this.#log.record('other_table', record.line, record.text, null);
      }
      if (this.#plan.dialect.escape === '\\' && this.#keepsEscape(record.text))
        this.#log.record('escape_kept', record.line, record.text, record.fields);
      return this.#write(record.fields);
    }
    if (this.#held.length > 0 && this.#held[0]?.fields.length !== n) {
      const titled = this.#heldAfterBlank && this.#held.every(({ fields }) => fields.length === 1);
      this.#release(false);
      this.#heldAfterBlank = titled;
    }
    if (this.#held.length === 0) this.#heldAfterBlank ||= afterBlank;
    this.#held.push(record);
    const [first] = this.#held;
    if (
      first !== undefined &&
      this.#held.length >= otherTableRows &&
      n > 1 &&
      this.#isOtherTable()
    ) {
      this.#log.offerTable(first.line, first.text);
      for (const held of this.#held) this.#log.record('other_table', held.line, held.text, null);
      this.#held = [];
      this.#heldAfterBlank = false;
      this.#otherWidth = n;
    } else if (this.#held.length > mostHeld) this.#release(false);
  }

  /** The record without the delimiter at its end that the header does not have. */
  #withoutEnd(record: RawRecord): RawRecord {
    const { endTrimmed, width } = this.#plan;
    const { fields } = record;
    if (!endTrimmed || fields.length !== width + 1 || fields.at(-1)?.trim() !== '') return record;
    const kept = fields.slice(0, -1);
    this.#log.record('end_trimmed', record.line, record.text, kept);
    return { ...record, fields: kept };
  }

  /** A record of the table's width below a line that is none, which does not fit the columns. */
  #isBelowEnd({ fields }: RawRecord): boolean {
    if (!this.#heldAfterBlank || this.#held.length === 0) return false;
    const { fits, misfits } = this.#plan.profiles.judge(fields);
    return fits === 0 && misfits > 0 && !fields.every((field) => cellKind(field) === 'word');
  }

  /** Names of other columns: no cell fits, none is a value. */
  #isOtherHeader({ fields }: RawRecord): boolean {
    const { fits, misfits } = this.#plan.profiles.judge(fields);
    const names = fields.map((field) => field.trim());
    return (
      fields.length > 1 &&
      fits === 0 &&
      misfits > 0 &&
      new Set(names).size === names.length &&
      names.every((name) => !saysMissing(name) && ['word', 'code', 'text'].includes(cellKind(name)))
    );
  }

  end(): void {
    this.#release(true);
  }

  #keepsEscape(text: string): boolean {
    const { quote } = this.#plan.dialect;
    for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at + 2))
      if (text[at + 1] !== quote && text[at + 1] !== '\\') return true;
    return false;
  }

  #mayEndTable({ fields, text }: RawRecord, afterBlank: boolean): boolean {
    if (this.#plan.width < 3 || this.#held.length > 0) return false;
    const present = presentCells(fields);
    // Empty cells in quotes were meant.
    return (
      (present === 0 && text.replaceAll(this.#plan.dialect.delimiter, '').trim() === '') ||
      (present === 1 && (afterBlank || this.#trailing.length > 0))
    );
  }

  /** The first of the held records is names, not values, and the next ones are values. */
  #isOtherTable(): boolean {
    const [first, ...rest] = this.#held;
    if (first === undefined || !first.sound) return false;
    const names = first.fields.map((field) => field.trim());
    const distinct = new Set(names).size === names.length && names.every((name) => name !== '');
    const { fits, misfits } = this.#plan.profiles.judge(first.fields);
    const likeBefore =
      this.#plan.header !== null &&
      names.filter((name) => this.#plan.header?.some((known) => known.trim() === name)).length >=
        names.length / 2;
    return distinct && rest.length > 0 && (likeBefore || (this.#heldAfterBlank && fits <= misfits));
  }

  #release(atEnd: boolean): void {
    const { dialect, width, profiles } = this.#plan;
    const [trailing, held, afterBlank] = [this.#trailing, this.#held, this.#heldAfterBlank];
    this.#trailing = [];
    this.#held = [];
    this.#heldAfterBlank = false;
    for (const record of trailing) {
      if (atEnd && held.length === 0) this.#log.record('footer', record.line, record.text, null);
      else this.#write(record.fields);
    }
    // A line alone below a blank one, and what is below it at the end of the file.
    const [below] = held;
    const isEnd =
      afterBlank &&
      below !== undefined &&
      (below.fields.length === 1 ? !this.#fitsFirst(below) : atEnd && this.#isRemark(below));
    for (const record of held) {
      const alone = record.fields.length === 1 && width > 1;
      if (isEnd && (atEnd || alone)) {
        this.#log.record(atEnd ? 'footer' : 'aside', record.line, record.text, null);
        this.#afterTitle = !atEnd;
        continue;
      }
      if (record.sound && record.fields.length === width) {
        this.#write(record.fields);
        continue;
      }
      const repaired = repairRecord(record, dialect, width, profiles);
      const ends = alone && width > 2 && atEnd && !this.#fitsFirst(record);
      if (repaired === null || (ends && repaired.act === 'row_padded')) {
        this.#log.record(ends ? 'footer' : 'row_rejected', record.line, record.text, null);
        continue;
      }
      this.#log.record(repaired.act, record.line, record.text, repaired.cells);
      this.#write(repaired.cells);
    }
  }

  /** The first cell is of the kind of its column. */
  #fitsFirst({ fields }: RawRecord): boolean {
    const { fits } = this.#plan.profiles.judge(fields.slice(0, 1));
    return fits > 0;
  }

  /** A sentence that commas split: too few fields, of which the first is none of its column. */
  #isRemark({ fields }: RawRecord): boolean {
    const [first = ''] = fields;
    return (
      fields.length < this.#plan.width &&
      (/^\p{L}[\p{L} ]{1,30}:\s/u.test(first) ||
        this.#plan.profiles.judge(fields.slice(0, 1)).misfits > 0)
    );
  }

  #write(cells: readonly string[]): void {
    this.rows += 1;
    this.#to.add(`${writeRecord(cells)}\n`);
  }
}

/** Text written in large pieces. */
class Writer {
  readonly #stream: WriteStream;
  #pieces: string[] = [];
  #size = 0;
  #failed: Error | null = null;

  constructor(path: string) {
    this.#stream = createWriteStream(path);
    this.#stream.once('error', (error) => {
      this.#failed = error;
    });
  }

  add(text: string): void {
    this.#pieces.push(text);
    this.#size += text.length;
  }

  get full(): boolean {
    return this.#size >= flushed;
  }

  async close(): Promise<void> {
    await this.flush();
    this.#stream.end();
    await finished(this.#stream);
  }

  async flush(): Promise<void> {
    if (this.#failed !== null) throw this.#failed;
    const text = this.#pieces.join('');
    this.#pieces = [];
    this.#size = 0;
    if (text !== '' && !this.#stream.write(text)) await once(this.#stream, 'drain');
  }
}

/** No table: all of the rows, or too many of them, would have to be repaired or left out. */
export function refuseUnlessTable(rows: number, log: AdmissionLog, profiles: ColumnProfiles): void {
  // A program that does not double quotes within quoted fields does so in many rows.
  const explained = profiles.holdsValues ? log.countOf('row_quotes') : 0;
  const troubled = log.repaired - explained + log.rejected;
  const all = rows + log.rejected;
  // Where no column holds values, fewer rows that do not fit are enough: it may be a text.
  if (troubled <= (profiles.holdsValues ? 0.5 : 0.33) * all || (troubled <= 10 && troubled < all))
    return;
  const first = log.notes().find(({ code }) => code.startsWith('row_'));
  throw new AppError(
    'invalid_file',
    `The file holds no table that can be read without doubt: ${troubled} of ${all} rows ` +
      'do not have the fields of the rest.',
    {
      ...(first?.rows[0] === undefined ? {} : { row: first.rows[0] }),
      fix:
        'State the delimiter and quote of the file when you upload it, or make every row have ' +
        'the same number of fields.',
    },
  );
}
