import { workerNews, type WorkerNews } from './messages.ts';

/** A worker that was not heard of for this long is asked no more. */
const silentMs = 6000;

/** The workers of the fleet, by what they say themselves. */
export class KnownWorkers {
  readonly #heard = new Map<string, { readonly news: WorkerNews; readonly at: number }>();

  /** A message of a worker. */
  read(message: unknown): void {
    const news = workerNews.parse(message);
    if (news.leaving) this.#heard.delete(news.url);
    else this.#heard.set(news.url, { news, at: Date.now() });
  }

  /** One that did not answer: until it is heard of again. */
  forget(url: string): void {
    this.#heard.delete(url);
  }

  list(): readonly WorkerNews[] {
    const since = Date.now() - silentMs;
    for (const [url, { at }] of this.#heard) if (at < since) this.#heard.delete(url);
    return [...this.#heard.values()].map(({ news }) => news);
  }

  /** Jobs of the queue that all of them do at once. */
  slots(): number {
    return this.list().reduce((sum, { slots }) => sum + slots, 0);
  }
}
