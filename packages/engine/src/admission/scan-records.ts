import { AppError } from '@columnist/contract';

const LF = 10;
const CR = 13;
const QUOTE = 34;

/** A line may be this long; a quoted field may span lines within it. */
export const maxRecordBytes = 8 * 1024 * 1024;

export interface ScanResult {
  /** Records that are not blank, header included. */
  readonly records: number;
  /** Fields of the first record. */
  readonly fields: number;
  readonly blankLines: readonly number[];
  readonly blankCount: number;
  readonly lineEnding: 'lf' | 'crlf' | 'cr' | 'mixed';
  readonly quoted: boolean;
}

/** What a record looked like, for choosing a delimiter. */
export type OnRecord = (fields: number, line: number) => void;

/**
 * Counts the records and fields of RFC 4180 text, byte by byte, independent of the reader that loads it.
 * Strict: every record must have as many fields as the first, a quoted field must close, and nothing may follow a
 * closing quote but a delimiter or a line end. Throws invalid_file with the line where it went wrong.
 */
export class RecordScanner {
  readonly #delimiter: number;
  readonly #onRecord: OnRecord | null;
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  #line = 1;
  #recordLine = 1;
  #quoteLine = 1;
  #fields = 1;
  #bytes = 0;
  #recordBytes = 0;
  #records = 0;
  #expected = 0;
  #afterCr = false;
  #lf = 0;
  #crlf = 0;
  #cr = 0;
  #quoted = false;
  #blankCount = 0;
  #blankLines: number[] = [];

  /** With `onRecord` every record is reported and uneven ones are not refused. */
  constructor(delimiter: string, onRecord: OnRecord | null = null) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#onRecord = onRecord;
  }

  push(chunk: Uint8Array): void {
    const delimiter = this.#delimiter;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (byte === 0) throw this.#nulByte();
      if (this.#afterCr) {
        this.#afterCr = false;
        if (byte === LF) {
          this.#crlf += 1;
          this.#cr -= 1;
          continue;
        }
      }
      this.#recordBytes += 1;
      if (this.#state === 'quoted') {
        if (byte === QUOTE) this.#state = 'closed';
        else if (byte === LF) this.#line += 1;
        continue;
      }
      if (byte === delimiter) {
        this.#fields += 1;
        this.#bytes += 1;
        this.#state = 'start';
      } else if (byte === LF || byte === CR) {
        if (byte === LF) this.#lf += 1;
        else {
          this.#cr += 1;
          this.#afterCr = true;
        }
        this.#endRecord();
      } else if (byte === QUOTE && this.#state === 'start') {
        this.#state = 'quoted';
        this.#quoted = true;
        this.#quoteLine = this.#line;
        this.#bytes += 1;
      } else if (byte === QUOTE && this.#state === 'closed') {
        this.#state = 'quoted';
      } else if (this.#state === 'closed') {
        throw new AppError('invalid_file', `Line ${this.#line} has text after the closing quote of field ${this.#fields}.`, {
          row: this.#line,
          fix: 'Write a quote inside a quoted field twice (""), then upload again.',
        });
      } else {
        this.#state = 'plain';
        this.#bytes += 1;
      }
    }
    if (this.#recordBytes > maxRecordBytes) throw this.#tooLong();
  }

  end(): ScanResult {
    if (this.#state === 'quoted') {
      throw new AppError('invalid_file', `The quote that opens on line ${this.#quoteLine} is never closed.`, {
        row: this.#quoteLine,
        fix: 'Close the quoted field, or write the quote twice ("") if it belongs to the text.',
      });
    }
    if (this.#bytes > 0 || this.#state !== 'start') this.#endRecord();
    const kinds = [this.#lf > 0, this.#crlf > 0, this.#cr > 0].filter(Boolean).length;
    const lineEnding = kinds > 1 ? 'mixed' : this.#crlf > 0 ? 'crlf' : this.#cr > 0 ? 'cr' : 'lf';
    return { records: this.#records, fields: this.#expected, blankLines: this.#blankLines, blankCount: this.#blankCount, lineEnding, quoted: this.#quoted };
  }

  #endRecord(): void {
    if (this.#recordBytes > maxRecordBytes) throw this.#tooLong();
    if (this.#bytes === 0) {
      this.#blankCount += 1;
      if (this.#blankLines.length < 10) this.#blankLines.push(this.#line);
    } else {
      this.#records += 1;
      if (this.#records === 1) this.#expected = this.#fields;
      this.#onRecord?.(this.#fields, this.#recordLine);
      if (this.#onRecord === null && this.#fields !== this.#expected) {
        const more = this.#fields > this.#expected;
        throw new AppError('invalid_file', `Line ${this.#recordLine} has ${this.#fields} ${this.#fields === 1 ? 'field' : 'fields'}; the header has ${this.#expected}.`, {
          row: this.#recordLine,
          fix: more ? 'Put quotes around a field that contains the delimiter, or remove the extra fields.' : 'Add the missing fields (they may be empty), then upload again.',
        });
      }
    }
    this.#line += 1;
    this.#recordLine = this.#line;
    this.#fields = 1;
    this.#bytes = 0;
    this.#recordBytes = 0;
    this.#state = 'start';
  }

  #tooLong(): AppError {
    return new AppError('invalid_file', `Line ${this.#recordLine} is longer than ${maxRecordBytes / 1024 / 1024} MB.`, {
      row: this.#recordLine,
      fix: 'Check that lines end where rows end and that quotes are closed, then upload again.',
    });
  }

  #nulByte(): AppError {
    return new AppError('invalid_file', `Line ${this.#line} contains a NUL byte: this is not plain text.`, {
      row: this.#line,
      fix: 'Save the file as "CSV UTF-8", then upload again.',
    });
  }
}
