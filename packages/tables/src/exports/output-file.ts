import { open, type FileHandle } from 'node:fs/promises';

const buffered = 256 * 1024;

/** A file that is written piece by piece. */
export class OutputFile {
  readonly #file: FileHandle;
  #parts: Uint8Array[] = [];
  #held = 0;
  /** Bytes so far. */
  length = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Writes a file; closes it whatever happens. */
  static async write(path: string, work: (file: OutputFile) => Promise<void>): Promise<void> {
    const file = new OutputFile(await open(path, 'w'));
    try {
      await work(file);
      await file.#flush();
    } finally {
      await file.#file.close();
    }
  }

  /** Bytes must not change afterwards. */
  async add(bytes: Uint8Array): Promise<void> {
    this.#parts.push(bytes);
    this.#held += bytes.length;
    this.length += bytes.length;
    if (this.#held >= buffered) await this.#flush();
  }

  /** Writes over what was written before. */
  async replace(at: number, bytes: Uint8Array): Promise<void> {
    await this.#flush();
    await this.#file.write(bytes, 0, bytes.length, at);
  }

  async #flush(): Promise<void> {
    if (this.#held === 0) return;
    const bytes = Buffer.concat(this.#parts);
    [this.#parts, this.#held] = [[], 0];
    await this.#file.write(bytes, 0, bytes.length, this.length - bytes.length);
  }
}
