import type { AdmissionLog } from './admission-log.ts';
import { writeRecord, type FieldDialect } from './field-dialect.ts';
import type { RawRecord } from './read-records.ts';
import { repairRecord } from './repair-record.ts';
import type { ColumnProfiles } from './column-profile.ts';
import { cellKind } from './cell-kind.ts';
import { presentCells } from './find-structure.ts';
import type { Ruling } from './rulings.ts';
import { isOtherHeader, isOtherTable, isSplitRemark } from './other-table.ts';
import { saysRemark } from './remark-lines.ts';
import { TextWriter } from './text-writer.ts';

/** A file whose table is known: where it begins, how wide it is and what its columns hold. */
export interface CarefulPlan {
  readonly dialect: FieldDialect;
  readonly width: number;
  /** Lines above the header. */
  readonly preamble: number;
  /** Last line of the header, or the line above the first record. */
  readonly namesEnd: number;
  /** Line of the first record below the header, 1-based. */
  readonly firstRow: number;
  /** Fields of the last header line, to know it again. */
  readonly header: readonly string[] | null;
  readonly comment: string | null;
  /** A line of dashes below the names. */
  readonly ruling: Ruling | null;
  /** Rows end in a delimiter that the header does not have. */
  readonly endTrimmed: boolean;
  readonly profiles: ColumnProfiles;
  /** Quotes are out of order, or widths uneven, among the first records. */
  readonly strays: boolean;
}

/** Rows of another shape in a run, from which on they are a table of their own. */
const otherTableRows = 3;
const mostHeld = 1000;
/** Share of the rows that may be of one cell alone where such a row with a remark ends the table. */
const someAlone = 0.25;

/** The rows of the table as they come: repaired, left out or written. */
export class CarefulTable {
  readonly #plan: CarefulPlan;
  readonly #to: TextWriter;
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
  /** Rows of one cell alone, and rows with others that begin as a remark does. */
  #alone = 0;
  #remarks = 0;
  rows = 0;

  constructor(plan: CarefulPlan, to: TextWriter, log: AdmissionLog) {
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
      if (apart && this.rows > 0 && isOtherHeader(record, this.#plan.profiles)) {
        this.#otherWidth = n;
        this.#log.offerTable(record.line, record.text, this.#plan.preamble + 1);
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
      isOtherTable(this.#held, this.#plan, this.#heldAfterBlank)
    ) {
      this.#log.offerTable(first.line, first.text, this.#plan.preamble + 1);
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
    if (this.#plan.width < 2 || this.#held.length > 0) return false;
    const present = presentCells(fields);
    if (present === 1 && this.#isRemarkAlone(fields)) return true;
    // Empty cells in quotes were meant.
    return (
      this.#plan.width > 2 &&
      ((present === 0 && text.replaceAll(this.#plan.dialect.delimiter, '').trim() === '') ||
        (present === 1 && (afterBlank || this.#trailing.length > 0)))
    );
  }

  /** A remark filled up with delimiters, as spreadsheets write it, in a table of fuller rows. */
  #isRemarkAlone(fields: readonly string[]): boolean {
    const [first = ''] = fields;
    if (this.#alone > someAlone * this.rows || this.#remarks > 0) return false;
    return (
      saysRemark(first) ||
      (/\p{L}\s+\p{L}/u.test(first) && this.#plan.profiles.judge(fields).misfits > 0)
    );
  }

  #release(atEnd: boolean): void {
    const { dialect, width, profiles } = this.#plan;
    const [trailing, held, afterBlank] = [this.#trailing, this.#held, this.#heldAfterBlank];
    this.#trailing = [];
    this.#held = [];
    this.#heldAfterBlank = false;
    const isBelow = held.every((record) => record.fields.length === 1 && this.#isApart(record));
    for (const record of trailing) {
      if (atEnd && isBelow) this.#log.record('footer', record.line, record.text, null);
      else this.#write(record.fields);
    }
    // A line alone below a blank one, and what is below it at the end of the file.
    const [below] = held;
    const isEnd =
      afterBlank &&
      below !== undefined &&
      (below.fields.length === 1
        ? !this.#fitsFirst(below)
        : atEnd && isSplitRemark(below, this.#plan));
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
      const ends = alone && atEnd && this.#isApart(record);
      if (repaired === null || (ends && repaired.act === 'row_padded')) {
        this.#log.record(ends ? 'footer' : 'row_rejected', record.line, record.text, null);
        continue;
      }
      this.#log.record(repaired.act, record.line, record.text, repaired.cells);
      this.#write(repaired.cells);
    }
  }

  /** A line alone is no row: of two columns the second may be empty, unless the first is a remark. */
  #isApart(record: RawRecord): boolean {
    const [first = ''] = record.fields;
    return !this.#fitsFirst(record) && (this.#plan.width > 2 || saysRemark(first));
  }

  /** The first cell is of the kind of its column. */
  #fitsFirst({ fields }: RawRecord): boolean {
    const { fits } = this.#plan.profiles.judge(fields.slice(0, 1));
    return fits > 0;
  }

  #write(cells: readonly string[]): void {
    this.rows += 1;
    if (presentCells(cells) === 1) this.#alone += 1;
    else if (saysRemark(cells[0] ?? '')) this.#remarks += 1;
    this.#to.add(`${writeRecord(cells)}\n`);
  }
}
