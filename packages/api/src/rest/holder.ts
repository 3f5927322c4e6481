/** Most of what is held at once: of one user or address, and of all. */
interface HeldMost {
  readonly ofOne: number;
  readonly ofAll: number;
}

/** Counts what is held in memory for requests, so that nobody can make it much by not going on. */
export class Holder {
  readonly #most: HeldMost;
  readonly #held = new Map<string, number>();
  #all = 0;

  constructor(most: HeldMost) {
    this.#most = most;
  }

  /** Of all. */
  held(): number {
    return this.#all;
  }

  /**
   * Room for so much of anybody, until what is answered is called; null where there is none.
   */
  take(whose: string, much = 1): (() => void) | null {
    const own = (this.#held.get(whose) ?? 0) + much;
    if (own > this.#most.ofOne || this.#all + much > this.#most.ofAll) return null;
    this.#held.set(whose, own);
    this.#all += much;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#all -= much;
      const left = (this.#held.get(whose) ?? 0) - much;
      if (left > 0) this.#held.set(whose, left);
      else this.#held.delete(whose);
    };
  }
}
