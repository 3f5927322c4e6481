import { maxRecordBytes, type Checkpoint } from './scan-records.ts';

/**
 * What is counted of a text in which every record ends in one kind of line end and no line is
 * blank.
 */
export interface RecordCount {
  readonly records: number;
  readonly lineEnding: 'lf' | 'crlf';
  readonly quoted: boolean;
}

const [quoteMark, newLine, carriageReturn] = [34, 10, 13];

/**
 * Counts records by their line ends outside quotes, in the time that reading takes: quotes and line
 * ends are found by the
 * platform's own search. It knows no more than that; where anything is unusual (other line ends,
 * blank lines, quotes
 * that do not enclose a whole field, a quote left open) it answers null, and the exact scan
 * decides. What it counts, the reader must find.
 */
export class RecordCounter {
  /**
   * Bytes that may be before a quote that opens, and behind one that closes; 0 means the
   * start.
   */
  readonly #before: ReadonlySet<number>;
  readonly #behind: ReadonlySet<number>;
  #records = 0;
  #inQuotes = false;
  #quoted = false;
  /** Place of the last line end in this chunk; that of the start of the text counts as one. */
  #lastEnd = -1;
  #returns = 0;
  /** The byte that the chunk before ended with. */
  #lastByte = 0;
  #unusual = false;
  #length = 0;
  readonly #checkpoints: Checkpoint[] = [];

  constructor(delimiter: string) {
    const bytes = Buffer.from(delimiter);
    this.#before = new Set([0, newLine, carriageReturn, quoteMark, bytes.at(-1) ?? 0]);
    this.#behind = new Set([newLine, carriageReturn, quoteMark, bytes[0] ?? 0]);
  }

  /**
   * Chunks end between characters; bytes are looked at one by one, which finds the same signs in
   * UTF-8.
   */
  push(chunk: Buffer): void {
    if (this.#unusual) return;
    const text = chunk.toString('latin1');
    if (text.includes('\0')) this.#unusual = true;
    if (this.#length > 0) this.#pass(text.charCodeAt(0));
    let lf = text.indexOf('\n');
    let cr = text.indexOf('\r');
    for (let at = 0; at < text.length;) {
      const quote = text.indexOf('"', at);
      const to = quote === -1 ? text.length : quote;
      for (; lf !== -1 && lf < to; lf = text.indexOf('\n', lf + 1))
        if (lf >= at && !this.#inQuotes) this.#endRecord(text, lf);
      for (; cr !== -1 && cr < to; cr = text.indexOf('\r', cr + 1))
        if (cr >= at && !this.#inQuotes) this.#countReturn(text, cr);
      if (quote === -1) break;
      this.#quoted = true;
      if (
        this.#inQuotes
          ? quote + 1 < text.length && !this.#behind.has(text.charCodeAt(quote + 1))
          : !this.#before.has(quote === 0 ? this.#lastByte : text.charCodeAt(quote - 1))
      )
        this.#unusual = true;
      this.#inQuotes = !this.#inQuotes;
      at = quote + 1;
    }
    this.#lastByte = text.charCodeAt(text.length - 1);
    this.#lastEnd -= text.length;
    this.#length += text.length;
    this.#checkpoints.push({ records: this.#records, offset: this.#length + this.#lastEnd + 1 });
    if (-this.#lastEnd > maxRecordBytes) this.#unusual = true;
  }

  /** One for each chunk that was pushed. */
  get checkpoints(): readonly Checkpoint[] {
    return this.#checkpoints;
  }

  /** What the first byte of a chunk says of the last one before it. */
  #pass(first: number): void {
    if (this.#inQuotes) return;
    if (this.#lastByte === quoteMark && !this.#behind.has(first)) this.#unusual = true;
    if (this.#lastByte === carriageReturn && first !== newLine) this.#unusual = true;
  }

  end(): RecordCount | null {
    if (this.#unusual || this.#inQuotes || this.#length === 0) return null;
    if (this.#returns !== 0 && this.#returns !== this.#records) return null;
    const open = this.#lastEnd !== -1;
    return {
      records: this.#records + (open ? 1 : 0),
      lineEnding: this.#returns > 0 ? 'crlf' : 'lf',
      quoted: this.#quoted,
    };
  }

  #endRecord(text: string, at: number): void {
    const bytes = at - this.#lastEnd - 1;
    // A line of nothing, or of a CR alone.
    if (
      bytes === 0 ||
      bytes > maxRecordBytes ||
      (bytes === 1 && (at === 0 || text[at - 1] === '\r'))
    )
      this.#unusual = true;
    this.#records += 1;
    this.#lastEnd = at;
  }

  #countReturn(text: string, at: number): void {
    if (at + 1 < text.length && text[at + 1] !== '\n') this.#unusual = true;
    this.#returns += 1;
  }
}
