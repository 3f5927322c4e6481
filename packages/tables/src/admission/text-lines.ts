import { AppError } from '@columnist/contract';

export interface TextLine {
  readonly text: string;
  /** The line end, '' at the end of the file. */
  readonly end: string;
  /** 1-based. */
  readonly number: number;
}

/**
 * The lines of a text in its order, each line ended by LF, CRLF or CR; the end of the text adds
 * none.
 */
export function splitLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  const ends = /\r\n|\n|\r/g;
  let from = 0;
  for (let match = ends.exec(text); match !== null; match = ends.exec(text)) {
    lines.push({ text: text.slice(from, match.index), end: match[0], number: lines.length + 1 });
    from = match.index + match[0].length;
  }
  if (from < text.length) lines.push({ text: text.slice(from), end: '', number: lines.length + 1 });
  return lines;
}

/** Lines that can be looked at ahead of the one that was read. */
const linesAhead = 2000;

/** The lines of a text that comes in chunks, with a view of the next two thousand. */
export class LineReader {
  readonly #chunks: AsyncIterator<string>;
  readonly #mostInLine: number;
  #lines: TextLine[] = [];
  #at = 0;
  #rest = '';
  #number = 0;
  #done = false;

  /** Lines longer than `mostInLine` characters are refused. */
  constructor(chunks: AsyncIterable<string>, mostInLine: number) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#mostInLine = mostInLine;
  }

  /** Null at the end. */
  async next(): Promise<TextLine | null> {
    while (!this.#done && this.#lines.length - this.#at <= linesAhead) await this.#fill();
    const line = this.#lines[this.#at] ?? null;
    this.#at += 1;
    return line;
  }

  /**
   * The line `n` lines below the one that was read, 0 for the next; null where there is none within
   * view.
   */
  readonly ahead = (n: number): TextLine | null =>
    n < linesAhead ? (this.#lines[this.#at + n] ?? null) : null;

  skip(lines: number): void {
    this.#at += lines;
  }

  async #fill(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    this.#done = done === true;
    const lines = splitLines(this.#rest + (done === true ? '' : value));
    const last = lines.at(-1);
    // The last line may go on in the next chunk, and a CR there may be half of a CRLF.
    const cut = !this.#done && last !== undefined && last.end !== '\n' && last.end !== '\r\n';
    if (cut) lines.pop();
    this.#rest = cut ? last.text + last.end : '';
    if (this.#rest.length > this.#mostInLine) {
      const row = this.#number + lines.length + 1;
      throw new AppError(
        'invalid_file',
        `Line ${row} is longer than ${this.#mostInLine / 1024 / 1024} MB.`,
        {
          row,
          fix: 'Check that lines end where rows end and that quotes are closed, then upload again.',
        },
      );
    }
    this.#lines = [
      ...this.#lines.slice(this.#at),
      ...lines.map((line) => ({ ...line, number: this.#number + line.number })),
    ];
    this.#number += lines.length;
    this.#at = 0;
  }
}
