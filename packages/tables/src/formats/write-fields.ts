import { open, type FileHandle } from 'node:fs/promises';

const bufferedLength = 1024 * 1024;

/** Rows of text fields as CSV that DuckDB reads back exactly: UTF-8, commas, LF, quotes doubled. */
export class FieldsFile {
  readonly #file: FileHandle;
  #text = '';
  #nuls = 0;
  #halves = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<FieldsFile> {
    return new FieldsFile(await open(path, 'w', 0o600));
  }

  /** Fields with NUL characters, which no text can hold and are left out. */
  get nuls(): number {
    return this.#nuls;
  }

  /** Fields with one half of a pair of UTF-16 alone, which is no character: U+FFFD is in its place. */
  get halves(): number {
    return this.#halves;
  }

  /** Adds a row; '' is a missing value. Waits for the disk now and then. */
  async add(fields: readonly string[]): Promise<void> {
    let line = '';
    for (let i = 0; i < fields.length; i++) line += (i === 0 ? '' : ',') + this.#written(fields[i]);
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
    const field = given.isWellFormed() ? given : this.#withoutHalves(given);
    if (!special.test(field)) return field;
    const text = field.includes('\0') ? this.#withoutNul(field) : field;
    return `"${text.replaceAll('"', '""')}"`;
  }

  #withoutHalves(field: string): string {
    this.#halves += 1;
    return field.toWellFormed();
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
