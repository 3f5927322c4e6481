import { createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';

/** Characters of output kept in memory. */
const flushed = 256 * 1024;

/** Text written in large pieces. */
export class TextWriter {
  readonly #stream: WriteStream;
  #pieces: string[] = [];
  #size = 0;
  #failed: Error | null = null;

  constructor(path: string) {
    this.#stream = createWriteStream(path);
    this.#stream.once('error', (error) => {
      this.#failed = error;
    });
  }

  add(text: string): void {
    this.#pieces.push(text);
    this.#size += text.length;
  }

  get full(): boolean {
    return this.#size >= flushed;
  }

  async close(): Promise<void> {
    await this.flush();
    this.#stream.end();
    await finished(this.#stream);
  }

  async flush(): Promise<void> {
    if (this.#failed !== null) throw this.#failed;
    const text = this.#pieces.join('');
    this.#pieces = [];
    this.#size = 0;
    if (text !== '' && !this.#stream.write(text)) await once(this.#stream, 'drain');
  }
}
