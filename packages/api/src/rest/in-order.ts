/** The place of a request among those about the same thing. */
export interface Place {
  /** Settles once all that came before have passed. */
  readonly reached: Promise<void>;
  /** Lets the next one go on; may be called again. */
  pass(): void;
}

/** Gives each request about a thing, named by a key, its place in the order in which they came. */
export function placesInOrder(): (key: string) => Place {
  const last = new Map<string, Promise<void>>();
  return (key) => {
    const { promise: passed, resolve: pass } = Promise.withResolvers<void>();
    const reached = last.get(key) ?? Promise.resolve();
    const over = reached.then(() => passed);
    last.set(key, over);
    void over.then(() => {
      if (last.get(key) === over) last.delete(key);
    });
    return { reached, pass };
  };
}
