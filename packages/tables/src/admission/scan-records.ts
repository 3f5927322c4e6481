import { AppError } from '@columnist/contract';
import {
  crlfCompletes,
  fieldStarts,
  firstEvent,
  lineEndsInCrInQuotes,
  lineEndsInQuotes,
  quoted,
  quotedAfterCr,
  quoteOpens,
  quoteOpensAfterSpace,
  recordEnds,
  recordEndsInCr,
  recordTransitions,
  spaceAfterQuote,
  startAfterCr,
  textAfterQuote,
  trailingSpace,
} from './record-automaton.ts';

/** A record may be this long; a quoted field may span lines within it. */
export const maxRecordBytes = 8 * 1024 * 1024;
export const maxColumns = 2000;

/** A place where a record begins: the records before it, and its byte, counted from the first. */
export interface Checkpoint {
  readonly records: number;
  readonly offset: number;
}

export interface ScanResult {
  /** Records that are not blank, header included. */
  readonly records: number;
  /** Fields of the first record. */
  readonly fields: number;
  /** Line on which the first record begins, 1-based. */
  readonly firstLine: number;
  readonly blankCount: number;
  /** The first ten of them. */
  readonly blankLines: readonly number[];
  readonly lineEnding: 'lf' | 'crlf' | 'cr' | 'mixed';
  readonly quoted: boolean;
  /** Quoted fields with spaces before or after their quotes. */
  readonly spacedQuotes: number;
}

/**
 * The records are not all of one width, or their quotes are out of order: nothing to be read
 * plainly.
 */
export class UnevenText extends AppError {}

/**
 * Called for every line end that ends a record: its fields (0 for a blank line) and the place of its
 * first byte in the chunk
 * that was pushed last (its length for the end of the file).
 */
export type OnRecord = (fields: number, end: number) => void;

/**
 * Counts the records and fields of RFC 4180 text, byte by byte, independent of the reader that
 * loads it.
 * Strict: every record must have as many fields as the first, a quoted field must close, and
 * nothing but spaces may be
 * between its quotes and the delimiter or line end. Throws invalid_file with the line where it went
 * wrong.
 */
export class RecordScanner {
  readonly #next: Uint16Array;
  readonly #onRecord: OnRecord | null;
  readonly #lenient: boolean;
  #state = fieldStarts;
  #line = 1;
  #recordLine = 1;
  #quoteLine = 1;
  #fields = 1;
  /** Bytes of the unfinished record in earlier chunks. */
  #carried = 0;
  #records = 0;
  #expected = 0;
  #firstLine = 1;
  #lf = 0;
  #crlf = 0;
  #cr = 0;
  #quoted = false;
  #spacedQuotes = 0;
  #blankCount = 0;
  #blankLines: number[] = [];
  #length = 0;
  readonly #checkpoints: Checkpoint[] = [];

  /** A lenient scanner reports uneven records and does not refuse them. */
  constructor(delimiter: string, options: { onRecord?: OnRecord; lenient?: boolean } = {}) {
    this.#next = recordTransitions(delimiter);
    this.#onRecord = options.onRecord ?? null;
    this.#lenient = options.lenient ?? false;
  }

  push(chunk: Uint8Array): void {
    const next = this.#next;
    let state = this.#state;
    let fields = this.#fields;
    let start = -this.#carried;
    for (let i = 0; i < chunk.length; i++) {
      state = next[state | (chunk[i] ?? 0)] ?? 0;
      if (state === fieldStarts) fields += 1;
      else if (state >= firstEvent) {
        this.#fields = fields;
        if (state === recordEnds || state === recordEndsInCr) {
          this.#endRecord(i, i - start);
          fields = 1;
        }
        if (state <= crlfCompletes) start = i + 1;
        state = this.#act(state);
      }
    }
    this.#state = state;
    this.#fields = fields;
    this.#carried = chunk.length - start;
    this.#length += chunk.length;
    this.#checkpoints.push({ records: this.#records, offset: this.#length - this.#carried });
    if (this.#carried > maxRecordBytes) throw this.#tooLong();
  }

  /** One for each chunk that was pushed. */
  get checkpoints(): readonly Checkpoint[] {
    return this.#checkpoints;
  }

  /** What an event counts, and the state that follows it. */
  #act(event: number): number {
    switch (event) {
      case recordEnds:
        this.#lf += 1;
        return fieldStarts;
      case recordEndsInCr:
        this.#cr += 1;
        return startAfterCr;
      case crlfCompletes:
        this.#crlf += 1;
        this.#cr -= 1;
        return fieldStarts;
      case quoteOpensAfterSpace:
        this.#spacedQuotes += 1;
        this.#quoteLine = this.#line;
        return quoted;
      case quoteOpens:
        this.#quoted = true;
        this.#quoteLine = this.#line;
        return quoted;
      case spaceAfterQuote:
        this.#spacedQuotes += 1;
        return trailingSpace;
      case lineEndsInQuotes:
        this.#line += 1;
        return quoted;
      case lineEndsInCrInQuotes:
        this.#line += 1;
        return quotedAfterCr;
      case textAfterQuote:
        throw this.#textAfterQuote();
      default:
        throw this.#nulByte();
    }
  }

  end(): ScanResult {
    if (this.#state === quoted || this.#state === quotedAfterCr) {
      throw new UnevenText(
        'invalid_file',
        `The quote that opens on line ${this.#quoteLine} is never closed.`,
        {
          row: this.#quoteLine,
          fix: 'Close the quoted field, or write the quote twice ("") if it belongs to the text.',
        },
      );
    }
    if (this.#carried > 0) this.#endRecord(0, this.#carried);
    const kinds = [this.#lf > 0, this.#crlf > 0, this.#cr > 0].filter(Boolean).length;
    return {
      records: this.#records,
      fields: this.#expected,
      firstLine: this.#firstLine,
      blankCount: this.#blankCount,
      blankLines: this.#blankLines,
      lineEnding: kinds > 1 ? 'mixed' : this.#crlf > 0 ? 'crlf' : this.#cr > 0 ? 'cr' : 'lf',
      quoted: this.#quoted || this.#spacedQuotes > 0,
      spacedQuotes: this.#spacedQuotes,
    };
  }

  #endRecord(end: number, bytes: number): void {
    if (bytes > maxRecordBytes) throw this.#tooLong();
    const blank = bytes === 0;
    if (blank) {
      this.#blankCount += 1;
      if (this.#blankLines.length < 10) this.#blankLines.push(this.#line);
    } else {
      this.#records += 1;
      if (this.#records === 1) {
        if (this.#fields > maxColumns && !this.#lenient) throw this.#tooWide();
        this.#expected = this.#fields;
        this.#firstLine = this.#recordLine;
      } else if (this.#fields !== this.#expected && !this.#lenient) throw this.#uneven();
    }
    this.#onRecord?.(blank ? 0 : this.#fields, end);
    this.#line += 1;
    this.#recordLine = this.#line;
    this.#fields = 1;
  }

  #tooWide(): AppError {
    return new AppError(
      'invalid_file',
      `Line ${this.#recordLine} has ${this.#fields} columns; at most ${maxColumns} can be read.`,
      {
        row: this.#recordLine,
        fix: 'Keep the columns you need, or turn the table so that these columns become rows.',
      },
    );
  }

  #uneven(): AppError {
    const count = (n: number): string => (n === 1 ? '1 field' : `${n} fields`);
    return new UnevenText(
      'invalid_file',
      `Line ${this.#recordLine} has ${count(this.#fields)}; the header has ${this.#expected}.`,
      {
        row: this.#recordLine,
        fix:
          this.#fields > this.#expected
            ? 'Put quotes around a field that contains the delimiter, or remove the extra fields, then upload again.'
            : 'Add the missing fields (they may be empty), then upload again.',
      },
    );
  }

  #textAfterQuote(): AppError {
    return new UnevenText(
      'invalid_file',
      `Line ${this.#line} has text after the closing quote of field ${this.#fields}.`,
      {
        row: this.#line,
        fix: 'Write a quote inside a quoted field twice (""), then upload again.',
      },
    );
  }

  #tooLong(): AppError {
    return new UnevenText(
      'invalid_file',
      `Line ${this.#recordLine} is longer than ${maxRecordBytes / 1024 / 1024} MB.`,
      {
        row: this.#recordLine,
        fix: 'Check that lines end where rows end and that quotes are closed, then upload again.',
      },
    );
  }

  #nulByte(): AppError {
    return new UnevenText(
      'invalid_file',
      `Line ${this.#line} contains a NUL byte: this is not plain text.`,
      {
        row: this.#line,
        fix: 'Save the file as "CSV UTF-8", then upload again.',
      },
    );
  }
}
