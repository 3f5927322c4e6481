/** U+FEFF in UTF-8. */
const mark = Buffer.from('\ufeff');
const beforeCells: ReadonlySet<number> = new Set(Buffer.from('\n\r,;\t|"'));
const shownLines = 10;

/** What is said of cells whose marks were left out. */
export const marksLeftOut = (count: number): string =>
  count === 1
    ? '1 byte order mark (U+FEFF) at the start of a cell is left out.'
    : `${count} byte order marks (U+FEFF) at the start of cells are left out.`;

/** Where the first mark at the start of a cell is, from a place on; -1 where there is none. */
export function markOfCell(bytes: Buffer, before: number | undefined, from = 0): number {
  for (let at = bytes.indexOf(mark, from); at !== -1; at = bytes.indexOf(mark, at + mark.length))
    if (beforeCells.has((at === 0 ? before : bytes[at - 1]) ?? 0)) return at;
  return -1;
}

/**
 * Leaves out byte order marks at the start of cells, where programs leave them that put files below
 * one another. Takes UTF-8 in pieces; that at the start of the text stays.
 */
export class MarkRemover {
  count = 0;
  /** The first lines with one. */
  readonly lines: number[] = [];
  #carried = Buffer.alloc(0);
  #before: number | undefined;
  #line = 1;

  /** Without a piece: the end. */
  push(piece: Buffer | undefined): Buffer {
    const all = piece === undefined ? this.#carried : Buffer.concat([this.#carried, piece]);
    const parts: Buffer[] = [];
    let from = 0;
    for (
      let at = markOfCell(all, this.#before);
      at !== -1;
      at = markOfCell(all, this.#before, from)
    ) {
      parts.push(all.subarray(from, at));
      this.#pass(all.subarray(from, at));
      this.count += 1;
      if (this.lines.length < shownLines) this.lines.push(this.#line);
      from = at + mark.length;
    }
    // A mark may go on in the next piece.
    const end = piece === undefined ? all.length : Math.max(from, all.length - mark.length + 1);
    parts.push(all.subarray(from, end));
    this.#pass(all.subarray(from, end));
    this.#carried = Buffer.from(all.subarray(end));
    return Buffer.concat(parts);
  }

  #pass(bytes: Buffer): void {
    this.#before = bytes.at(-1) ?? this.#before;
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) this.#line += 1;
  }
}
