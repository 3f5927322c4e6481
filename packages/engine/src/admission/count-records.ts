import { maxRecordBytes } from './scan-records.ts';

/** What is counted of a text in which every record ends in one kind of line end and no line is blank. */
export interface RecordCount {
  readonly records: number;
  readonly lineEnding: 'lf' | 'crlf';
  readonly quoted: boolean;
}

const space = 32;

/**
 * Counts records by their line ends outside quotes, in the time that reading takes: quotes and line ends are found by the
 * platform's own search. It knows no more than that; where anything is unusual (other line ends, blank lines, spaces
 * beside quotes, a quote left open) it answers null, and the exact scan decides. What it counts, the reader must find.
 */
export class RecordCounter {
  readonly #delimiter: string;
  #records = 0;
  #inQuotes = false;
  #quoted = false;
  /** Place of the last line end in this chunk; that of the start of the text counts as one. */
  #lastEnd = -1;
  #returns = 0;
  #unusual = false;
  #length = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Chunks end between characters; bytes are looked at one by one, which finds the same signs in UTF-8. */
  push(chunk: Buffer): void {
    if (this.#unusual) return;
    const text = chunk.toString('latin1');
    if (text.includes('\0')) this.#unusual = true;
    let lf = text.indexOf('\n');
    let cr = text.indexOf('\r');
    for (let at = 0; at < text.length; ) {
      const quote = text.indexOf('"', at);
      const to = quote === -1 ? text.length : quote;
      for (; lf !== -1 && lf < to; lf = text.indexOf('\n', lf + 1)) if (lf >= at && !this.#inQuotes) this.#endRecord(text, lf);
      for (; cr !== -1 && cr < to; cr = text.indexOf('\r', cr + 1)) if (cr >= at && !this.#inQuotes) this.#countReturn(text, cr);
      if (quote === -1) break;
      this.#quoted = true;
      if (text.charCodeAt(quote + 1) === space || text.charCodeAt(quote - 1) === space) this.#spaced(text, quote);
      this.#inQuotes = !this.#inQuotes;
      at = quote + 1;
    }
    this.#lastEnd -= text.length;
    this.#length += text.length;
    if (-this.#lastEnd > maxRecordBytes) this.#unusual = true;
  }

  /** A space before a quote that opens a field, or behind one that closes it; within text they mean nothing. */
  #spaced(text: string, quote: number): void {
    let before = quote - 1;
    while (text.charCodeAt(before) === space) before -= 1;
    const opens = !this.#inQuotes && before < quote - 1 && (before < 0 || `${this.#delimiter}\n\r`.includes(text[before] ?? ''));
    if (opens || (this.#inQuotes && text.charCodeAt(quote + 1) === space)) this.#unusual = true;
  }

  end(): RecordCount | null {
    if (this.#unusual || this.#inQuotes || this.#length === 0) return null;
    if (this.#returns !== 0 && this.#returns !== this.#records) return null;
    const open = this.#lastEnd !== -1;
    return { records: this.#records + (open ? 1 : 0), lineEnding: this.#returns > 0 ? 'crlf' : 'lf', quoted: this.#quoted };
  }

  #endRecord(text: string, at: number): void {
    const bytes = at - this.#lastEnd - 1;
    // A line of nothing, or of a CR alone.
    if (bytes === 0 || bytes > maxRecordBytes || (bytes === 1 && (at === 0 || text[at - 1] === '\r'))) this.#unusual = true;
    this.#records += 1;
    this.#lastEnd = at;
  }

  #countReturn(text: string, at: number): void {
    if (at + 1 < text.length && text[at + 1] !== '\n') this.#unusual = true;
    this.#returns += 1;
  }
}
