import { AppError } from '@columnist/contract';

/** Counts what is held in memory for requests, so that nobody can make it much by not going on. */
export class Holder {
  readonly #most: { readonly ofOne: number; readonly ofAll: number };
  readonly #held = new Map<string, number>();
  #all = 0;

  constructor(most: { readonly ofOne: number; readonly ofAll: number }) {
    this.#most = most;
  }

  /** A place for one of whoever it is, until the answer is called. Throws unavailable. */
  take(whose: string): () => void {
    const own = this.#held.get(whose) ?? 0;
    const { ofOne, ofAll } = this.#most;
    if (own >= ofOne || this.#all >= ofAll) {
      throw new AppError('unavailable', own >= ofOne ? `${ofOne} of your large requests are being received, and no more may at once. Try again in a moment.` : 'The server receives as many large requests as it can. Try again in a moment.', { retry_after: 2, limit: own >= ofOne ? ofOne : ofAll });
    }
    this.#held.set(whose, own + 1);
    this.#all += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#all -= 1;
      const left = (this.#held.get(whose) ?? 1) - 1;
      if (left > 0) this.#held.set(whose, left);
      else this.#held.delete(whose);
    };
  }
}
