import { AppError } from '@columnist/contract';
import type { JobOptions } from '@columnist/workers';
import type { Logger } from 'pino';
import { answerNews } from './messages.ts';
import type { FleetQueue, JobState } from './queue.ts';

/** How often it is looked for what no message came of. */
const lookMs = 1000;

type Output = Extract<JobState, { state: 'completed' }>['output'];

interface Waiting {
  readonly resolve: (output: Output) => void;
  readonly reject: (error: AppError) => void;
  readonly onProgress: JobOptions['onProgress'];
}

/** The jobs that this server waits for: a message wakes it, and each second it looks by itself. */
export class Replies {
  readonly #queue: Pick<FleetQueue, 'statesOf'>;
  readonly #log: Logger;
  readonly #waiting = new Map<string, Waiting>();
  #timer: NodeJS.Timeout | undefined;

  constructor(queue: Pick<FleetQueue, 'statesOf'>, log: Logger) {
    this.#queue = queue;
    this.#log = log;
  }

  /** What a job that is in the queue ended with. Throws unavailable where it was given up. */
  wait(id: string, onProgress: JobOptions['onProgress']): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
      this.#later();
    });
  }

  forget(id: string): void {
    this.#waiting.delete(id);
  }

  /** A message on this server's channel. */
  read(message: unknown): void {
    const news = answerNews.parse(message);
    if ('progress' in news)
      this.#waiting.get(news.progress)?.onProgress?.({ step: news.step, share: news.share });
    else if (this.#waiting.has(news.ended)) void this.#look([news.ended]);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const [id, { reject }] of this.#waiting) {
      this.#waiting.delete(id);
      reject(new AppError('unavailable', 'The server is stopping.'));
    }
  }

  #later(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#look([...this.#waiting.keys()]).finally(() => {
        if (this.#waiting.size > 0) this.#later();
      });
    }, lookMs).unref();
  }

  async #look(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    try {
      const states = new Map((await this.#queue.statesOf(ids)).map((state) => [state.id, state]));
      for (const id of ids) this.#settle(id, states.get(id));
    } catch (error) {
      // The next look finds it.
      this.#log.warn({ err: error }, 'the queue could not be read');
    }
  }

  #settle(id: string, found: JobState | undefined): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    if (found?.state === 'created' || found?.state === 'retry' || found?.state === 'active') return;
    this.#waiting.delete(id);
    if (found?.state === 'completed') waiting.resolve(found.output);
    else waiting.reject(new AppError('unavailable', 'The analysis was interrupted. Try again.'));
  }
}
