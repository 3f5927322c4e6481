declare const brand: unique symbol;

/**
 * An answer that is given many times: it never changes, so that it is checked once and written as
 * JSON once.
 */
export type Cached<Value extends object> = Readonly<Value> & { readonly [brand]: true };

const known = new WeakSet<object>();

export const isCached = (value: unknown): value is Cached<object> =>
  typeof value === 'object' && value !== null && known.has(value);

const isMarked = <Value extends object>(value: Value): value is Value & Cached<Value> =>
  known.has(value);

/** Marks an answer as one that is given many times; nobody can change it from now on. */
export function cached<Value extends object>(value: Value): Cached<Value> {
  known.add(Object.freeze(value));
  if (!isMarked(value)) throw new Error('What was marked a moment ago is known.');
  return value;
}
