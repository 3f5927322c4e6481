import { AppError } from '@columnist/contract';
import { open, type FileHandle } from 'node:fs/promises';

const bufferedLength = 1024 * 1024;
/** Bytes that an imported file may hold unpacked, and its table as text. */
export const mostUnpacked = 1024 * 1024 * 1024;
const [smallTable, mostRatio] = [256 * 1024 * 1024, 50];
/**
 * Bytes of text that the table of a file may become: dictionaries let a small file name one long
 * text in each row, and what is refused in the end costs its writing.
 */
export const mostTextOf = (fileBytes: number): number =>
  Math.min(mostUnpacked, Math.max(smallTable, mostRatio * fileBytes));
/** Letters of one row: a text of JavaScript has at most 512 MB. */
const mostOfRow = 128 * 1024 * 1024;

/** Rows of text fields as CSV that DuckDB reads back exactly: UTF-8, commas, LF, quotes doubled. */
export class FieldsFile {
  readonly #file: FileHandle;
  readonly #most: number;
  #length = 0;
  #text = '';
  #nuls = 0;
  #halves = 0;
  #marks = 0;

  private constructor(file: FileHandle, most: number) {
    this.#file = file;
    this.#most = most;
  }

  static async create(path: string, most: number): Promise<FieldsFile> {
    return new FieldsFile(await open(path, 'w', 0o600), most);
  }

  /** Fields with NUL characters, which no text can hold and are left out. */
  get nuls(): number {
    return this.#nuls;
  }

  /** Fields with one half of a pair of UTF-16 alone, which is no character: U+FFFD is in its place. */
  get halves(): number {
    return this.#halves;
  }

  /** Fields that begin with byte order marks, which are left out, as in CSV. */
  get marks(): number {
    return this.#marks;
  }

  /**
   * Adds a row; '' is a missing value. Waits for the disk now and then. Throws invalid_file where
   * there is too much: small files may name one long text again and again.
   */
  async add(fields: readonly string[]): Promise<void> {
    let line = '';
    for (let i = 0; i < fields.length; i++) {
      const field = this.#written(fields[i]);
      if (line.length + field.length > mostOfRow)
        throw tooLarge('A row of the table', mostOfRow, 'Keep fewer columns, or shorter texts.');
      line += (i === 0 ? '' : ',') + field;
    }
    this.#length += line.length + 1;
    if (this.#length > this.#most)
      throw tooLarge(
        'The table',
        this.#most,
        'Split it into several files, or keep fewer columns.',
      );
    // A row of one empty field would be a blank line.
    this.#text += line === '' ? '""\n' : `${line}\n`;
    if (this.#text.length >= bufferedLength) await this.#flush();
  }

  async close(): Promise<void> {
    try {
      await this.#flush();
    } finally {
      await this.#file.close();
    }
  }

  #written(given = ''): string {
    const whole = given.isWellFormed() ? given : this.#withoutHalves(given);
    const field = whole.startsWith('\ufeff') ? this.#withoutMarks(whole) : whole;
    if (!special.test(field)) return field;
    const text = field.includes('\0') ? this.#withoutNul(field) : field;
    return `"${text.replaceAll('"', '""')}"`;
  }

  #withoutHalves(field: string): string {
    this.#halves += 1;
    return field.toWellFormed();
  }

  #withoutMarks(field: string): string {
    this.#marks += 1;
    return field.replace(/^\ufeff+/, '');
  }

  #withoutNul(field: string): string {
    this.#nuls += 1;
    return field.replaceAll('\0', '');
  }

  async #flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    await this.#file.write(text);
  }
}

// eslint-disable-next-line no-control-regex -- NUL is looked for
const special = /[",\r\n\0]|^\s|\s$/;

const tooLarge = (what: string, most: number, fix: string): AppError =>
  new AppError(
    'invalid_file',
    `${what} has more than ${Math.round(most / 1024 / 1024)} MB of text.`,
    {
      fix,
    },
  );
